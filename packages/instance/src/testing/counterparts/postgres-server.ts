import { execFile, execFileSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, isInstalled } from '../installed-program.ts'
import { type RunningProgram, startProgram } from './running-program.ts'

/** A PostgreSQL server with its own folder and port. */
export interface OwnPostgres {
  /** URL with its superuser, who needs no password. */
  readonly url: string
  /** Kills it, as in a crash: connections break, and the next start recovers. */
  crash(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** The first value of a statement's result, as text. */
  valueOf(statement: string): Promise<string>
  /** Promotes a standby to primary. */
  promote(): Promise<void>
  /** Stops it and removes its files. */
  close(): Promise<void>
}

const execute = promisify(execFile)

/** Disables durability, which makes the server several times as fast. */
const forgetful = ['-F', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']

const installed = '/usr/lib/postgresql'
const folderOfPrograms = newestFolder()
const isRoot = process.getuid?.() === 0

/** The server refuses to run as root, so it runs as the system's `postgres` user. */
export const hasPostgresPrograms = folderOfPrograms !== null && (!isRoot || (isInstalled('setpriv') && hasUser()))

interface PostgresServerOptions {
  /** Whether to flush commits to disk. */
  readonly durable: boolean
  /** URL of the primary to follow; absent: a primary with its own database. */
  readonly standbyOf?: string
  /** Default: a free port. */
  readonly port?: number
  /** Most connections. Default: 300. */
  readonly connections?: number
}

export async function openPostgresServer({
  durable,
  standbyOf,
  port: wanted,
  connections = 300,
}: PostgresServerOptions): Promise<OwnPostgres> {
  const programs = folderOfPrograms ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'millwright-postgres-'))
  giveToOwner(folder)
  const data = join(folder, 'data')
  const run = async (program: string, ...args: string[]) => {
    const [first = '', ...rest] = asOwner(join(programs, program), args)
    return (await execute(first, rest, { cwd: folder })).stdout
  }
  if (standbyOf !== undefined) await run('pg_basebackup', '-d', standbyOf, '-D', data, '-R', '-c', 'fast', '--no-sync')
  else await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const port = wanted ?? (await freePort())
  const limits = [
    '-c',
    `max_connections=${connections}`,
    '-c',
    'unix_socket_directories=',
    '-c',
    'listen_addresses=127.0.0.1',
    // A standby that lost its primary reconnects at once.
    '-c',
    'wal_retrieve_retry_interval=200ms',
  ]
  const args = ['-D', data, '-p', String(port), ...limits, ...(durable ? [] : forgetful)]
  let server: RunningProgram | null = null

  /** The server listens before recovery has finished. */
  const accepts = () =>
    execute(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    )

  async function start(): Promise<void> {
    const [first = '', ...rest] = asOwner(join(programs, 'postgres'), args)
    server = await startProgram(first, rest, { cwd: folder, isReady: accepts })
  }

  async function crash(): Promise<void> {
    if (server === null) return
    await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    await server.close()
    server = null
  }

  await start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    crash,
    start,
    valueOf: async (statement) => (await run('psql', '-d', url, '-Atqc', statement)).trim(),
    async promote() {
      await run('pg_ctl', '-D', data, 'promote')
    },
    async close() {
      await crash()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Prefixes a command to run as the owner of PostgreSQL's folders and to end with this process. */
export function asOwner(program: string, args: readonly string[]): string[] {
  if (!isRoot) return [program, ...args]
  // Changing the user resets the parent death signal, so it is set again.
  const owner = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig', 'KILL']
  return ['setpriv', ...owner, program, ...args]
}

/** Debian installs each version in its own folder, none of them on the PATH. */
function newestFolder(): string | null {
  try {
    const versions = readdirSync(installed).filter((name) =>
      readdirSync(join(installed, name, 'bin')).includes('initdb'),
    )
    const [newest] = versions.toSorted((one, other) => Number(other) - Number(one))
    return newest === undefined ? null : join(installed, newest, 'bin')
  } catch {
    return null
  }
}

function hasUser(): boolean {
  try {
    return idOf('-u') > 0
  } catch {
    return false
  }
}

/** Makes a path owned by the user of `asOwner`. */
export function giveToOwner(path: string): void {
  if (isRoot) chownSync(path, idOf('-u'), idOf('-g'))
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { stdio: 'pipe' }).toString())
}
