import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../installed-program.ts'
import { type OwnRedis, openRedisServer } from './redis-server.ts'
import { listensOn, startProgram } from './running-program.ts'

/** Two servers of Redis, the second a replica of the first, and a Sentinel that makes it the primary when the first is away. */
export interface OwnSentinel {
  /** As the settings take it. */
  readonly url: string
  readonly primary: OwnRedis
  /** Leaves nothing of them. */
  close(): Promise<void>
}

/** Milliseconds after which a primary that does not answer is away. */
const patience = 300

export async function openRedisSentinel(): Promise<OwnSentinel> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-sentinel-'))
  const primary = await openRedisServer()
  const first = new URL(primary.url)
  const replica = await openRedisServer(['--replicaof', first.hostname, first.port])
  await untilReplicated(replica.url)
  const port = await freePort()
  const file = join(folder, 'sentinel.conf')
  await writeFile(
    file,
    `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor own 127.0.0.1 ${first.port} 1
sentinel down-after-milliseconds own ${patience}
sentinel failover-timeout own 3000
`,
  )
  const knowsReplica = async () => (await listensOn(port)) && (await replicasKnown(port)) === 1
  const sentinel = await startProgram('redis-server', [file, '--sentinel'], { cwd: folder, isReady: knowsReplica })
  return {
    url: `redis+sentinel://127.0.0.1:${port}/own`,
    primary,
    async close() {
      await sentinel.close('SIGKILL')
      await Promise.all([primary.close(), replica.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReplicated(url: string): Promise<void> {
  const redis = new Redis(url)
  while (!(await redis.info('replication')).includes('master_link_status:up'));
  redis.disconnect()
}

async function replicasKnown(port: number): Promise<number> {
  const redis = new Redis({ host: '127.0.0.1', port })
  try {
    const replicas: unknown = await redis.call('SENTINEL', 'REPLICAS', 'own')
    return Array.isArray(replicas) ? replicas.length : 0
  } finally {
    redis.disconnect()
  }
}
