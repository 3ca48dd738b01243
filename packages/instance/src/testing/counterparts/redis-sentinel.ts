import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../installed-program.ts'
import { type OwnRedis, openRedisServer } from './redis-server.ts'
import { listensOn, startProgram } from './running-program.ts'

/** Two Redis servers, the second a replica of the first, and a Sentinel that promotes it if the first fails. */
export interface OwnSentinel {
  /** URL for settings. */
  readonly url: string
  /** Kills the current primary with SIGKILL. */
  crashPrimary(): Promise<void>
  /** Restarts the killed server, as a replica of the primary. */
  rejoin(): Promise<void>
  /** Stops all and removes their files. */
  close(): Promise<void>
}

/** Milliseconds without a response after which a primary is considered down. */
const patience = 300

/** `host`: an address of this machine at which they are reachable. */
export async function openRedisSentinel(host = '127.0.0.1'): Promise<OwnSentinel> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-sentinel-'))
  // The address is only reachable from this machine.
  const listened = [...new Set([host, '127.0.0.1'])]
  const reached = ['--bind', ...listened, '--protected-mode', 'no', '--replica-announce-ip', host]
  const primary = await openRedisServer(reached)
  const first = new URL(primary.url)
  const replica = await openRedisServer([...reached, '--replicaof', host, first.port])
  const servers = [primary, replica]
  await untilReplicated(replica.url)
  const port = await freePort()
  const file = join(folder, 'sentinel.conf')
  await writeFile(
    file,
    `port ${port}
bind ${listened.join(' ')}
protected-mode no
dir ${folder}
sentinel monitor own ${host} ${first.port} 1
sentinel down-after-milliseconds own ${patience}
sentinel failover-timeout own 3000
`,
  )
  const knowsReplica = async () => (await listensOn(port)) && (await replicasKnown(port)) === 1
  const sentinel = await startProgram('redis-server', [file, '--sentinel'], { cwd: folder, isReady: knowsReplica })
  let lost: OwnRedis | null = null
  return {
    url: `redis+sentinel://${host}:${port}/own`,
    async crashPrimary() {
      const now = await primaryPort(port)
      lost = servers.find(({ url }) => new URL(url).port === now) ?? null
      await lost?.crash()
    },
    async rejoin() {
      if (lost === null) return
      await lost.start()
      const redis = new Redis(lost.url)
      await redis.replicaof(host, Number(await primaryPort(port)))
      redis.disconnect()
      await untilReplicated(lost.url)
      lost = null
    },
    async close() {
      await sentinel.close('SIGKILL')
      await Promise.all(servers.map((server) => server.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReplicated(url: string): Promise<void> {
  const redis = new Redis(url)
  while (!(await redis.info('replication')).includes('master_link_status:up'));
  redis.disconnect()
}

async function primaryPort(port: number): Promise<string> {
  const redis = new Redis({ host: '127.0.0.1', port })
  try {
    const [, found]: unknown[] = Object(await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'own'))
    return String(found)
  } finally {
    redis.disconnect()
  }
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
