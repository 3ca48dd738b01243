import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ServerProcess, startServer } from '../../tools/server-process.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

/** A running instance with its own data folder, started as by `npm start`. Disposing removes its data. */
export interface RunningInstance extends ServerProcess, AsyncDisposable {
  /** Path of its SQLite file. */
  readonly database: string
  /** Starts a new process with the same data on the same port, after the instance was stopped. */
  startAgain(): Promise<RunningInstance>
}

/** Settings, as in docs/settings.md. */
export type Settings = Readonly<Record<`MILLWRIGHT_${string}`, string>>

export const firstAdmin: Person = { email: 'ada@example.com', password: 'first-password' }

const script = join(dirname(dirname(import.meta.dirname)), 'tools', 'start.mjs')

/** Starts an instance on a free port and waits until it responds. `within`: the beginning of a command that runs it. */
export function startInstance(settings: Settings = {}, within: readonly string[] = []): Promise<RunningInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-served-'))
  const whole = {
    MILLWRIGHT_PORT: '0',
    MILLWRIGHT_DATA: join(folder, 'data'),
    MILLWRIGHT_ADMIN_EMAIL: firstAdmin.email,
    MILLWRIGHT_ADMIN_PASSWORD: firstAdmin.password,
    ...settings,
  }
  return start(folder, whole, within)
}

async function start(folder: string, settings: Settings, within: readonly string[]): Promise<RunningInstance> {
  const server = await startServer([script], { cwd: folder, env: settings, within })
  return {
    ...server,
    database: join(folder, 'data', 'instance.sqlite'),
    startAgain: () => start(folder, { ...settings, MILLWRIGHT_PORT: new URL(server.url).port }, within),
    async [Symbol.asyncDispose]() {
      await server.stop('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
