import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
