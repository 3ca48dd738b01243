import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort, isInstalled } from '../installed-program.ts'
import { listensOn, type RunningProgram, startProgram } from './running-program.ts'

export const hasRedisProgram = isInstalled('redis-server')

/** A Redis with its own folder and port, without persistence. */
export interface OwnRedis {
  readonly url: string
  /** Kills it with SIGKILL. */
  crash(): Promise<void>
  /** Starts it again on the same port, empty. */
  start(): Promise<void>
  /** Stops it and removes its files. */
  close(): Promise<void>
}

/** `more`: arguments of the program. */
export async function openRedisServer(more: readonly string[] = []): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-redis-'))
  const port = await freePort()
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
    ...more,
  ]
  let server: RunningProgram | null = null

  async function start(): Promise<void> {
    server = await startProgram('redis-server', args, { cwd: folder, isReady: () => listensOn(port) })
  }

  async function crash(): Promise<void> {
    await server?.close('SIGKILL')
    server = null
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    crash,
    start,
    async close() {
      await crash()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Two servers of a Redis Cluster, each with half of the keys. `url`: of the first. */
export async function openRedisCluster(): Promise<Pick<OwnRedis, 'url' | 'close'>> {
  const one = await openClusterServer()
  const other = await openClusterServer()
  const first = new Redis(one.url)
  const second = new Redis(other.url)
  await first.cluster('ADDSLOTSRANGE', 0, 8_191)
  await second.cluster('ADDSLOTSRANGE', 8_192, 16_383)
  const { hostname, port } = new URL(other.url)
  await first.call('CLUSTER', 'MEET', hostname, port, String(other.busPort))
  while (!String(await first.cluster('INFO')).includes('cluster_size:2'));
  for (const redis of [first, second]) redis.disconnect()
  return {
    url: one.url,
    async close() {
      await Promise.all([one.close(), other.close()])
    },
  }
}

/** A server of a Redis Cluster that has no other servers and no keys yet. */
export async function openClusterServer(): Promise<OwnRedis & { readonly busPort: number }> {
  // By default, it is that of the server and 10,000, which may be none.
  const busPort = await freePort()
  const server = await openRedisServer(['--cluster-enabled', 'yes', '--cluster-port', String(busPort)])
  return { ...server, busPort }
}
