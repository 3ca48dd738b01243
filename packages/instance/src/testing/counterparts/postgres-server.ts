import { execFile, execFileSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, isInstalled } from '../installed-program.ts'
import { type RunningProgram, startProgram } from './running-program.ts'

/** A PostgreSQL server with a folder and a port of its own. */
export interface OwnPostgres {
  /** Of its superuser, who needs no password. */
  readonly url: string
  /** Ends it as a crash would: connections break, and the next start recovers. */
  crash(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** The value that a statement answers first, as text. */
  valueOf(statement: string): Promise<string>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** Leaves nothing of it. */
  close(): Promise<void>
}

const execute = promisify(execFile)

/** What makes a database that need not outlive the machine several times as fast. */
const forgetful = ['-F', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']

const installed = '/usr/lib/postgresql'
const folderOfPrograms = newestFolder()
const isRoot = process.getuid?.() === 0

/** The server refuses to run as root, and is run as the user of the system's own one. */
export const hasPostgresPrograms = folderOfPrograms !== null && (!isRoot || (isInstalled('setpriv') && hasUser()))

interface PostgresServerOptions {
  /** What it acknowledges is on the disk. */
  readonly durable: boolean
  /** The address of a primary that it follows; absent: it has a database of its own. */
  readonly standbyOf?: string
  /** Absent: a free one. */
  readonly port?: number
  /** Connections at a time; 300 unless said otherwise. */
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
    // A standby that lost its primary asks for it again at once.
    '-c',
    'wal_retrieve_retry_interval=200ms',
  ]
  const args = ['-D', data, '-p', String(port), ...limits, ...(durable ? [] : forgetful)]
  let server: RunningProgram | null = null

  /** It listens before it has recovered. */
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

/** A command that runs as the user who owns the folders of PostgreSQL, and ends with us. */
export function asOwner(program: string, args: readonly string[]): string[] {
  if (!isRoot) return [program, ...args]
  // Changing the user undoes what ends the server with us.
  const owner = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig', 'KILL']
  return ['setpriv', ...owner, program, ...args]
}

/** Debian keeps each version in a folder of its own, none of them on the PATH. */
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

/** To whom `asOwner` runs its command. */
export function giveToOwner(path: string): void {
  if (isRoot) chownSync(path, idOf('-u'), idOf('-g'))
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { stdio: 'pipe' }).toString())
}
