import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled } from '../installed-program.ts'
import { fromRoot } from './from-root.ts'
import { asOwner, giveToOwner, hasPostgresPrograms } from './postgres-server.ts'
import { listensOn, startProgram } from './running-program.ts'

export const hasPgBouncer = hasPostgresPrograms && isInstalled('pgbouncer')

export interface OwnPgBouncer {
  /** URL of the database, through PgBouncer. */
  readonly url: string
  /** Stops it and removes its files. */
  close(): Promise<void>
}

/** PgBouncer in front of a database, configured as in docs/operate/pgbouncer.ini except for paths, and with users without passwords. */
export async function openPgBouncer(databaseUrl: string): Promise<OwnPgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: behind, pathname, username } = new URL(databaseUrl)
  const place: Readonly<Record<string, string>> = {
    millwright: `host=${hostname} port=${behind} dbname=${pathname.slice(1)}`,
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    logfile: join(folder, 'log'),
    pidfile: join(folder, 'pid'),
    unix_socket_dir: '',
  }
  const documented = await readFile(fromRoot('docs/operate/pgbouncer.ini'), 'utf8')
  const settings = documented.replace(/^(\w+) = .*$/gm, (line, name: string) =>
    name in place ? `${name} = ${place[name]}` : line,
  )
  const files = { users: `"${username}" ""\n`, 'pgbouncer.ini': settings }
  giveToOwner(folder)
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
    giveToOwner(join(folder, name))
  }
  const [first = '', ...rest] = asOwner('pgbouncer', [join(folder, 'pgbouncer.ini')])
  const program = await startProgram(first, rest, { cwd: folder, isReady: () => listensOn(port) })
  return {
    url: `postgres://${username}@127.0.0.1:${port}/millwright`,
    async close() {
      await program.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
