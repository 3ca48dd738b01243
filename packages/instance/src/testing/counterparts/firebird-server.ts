import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, isInstalled, serverPath } from '../installed-program.ts'
import { listensOn, startProgram } from './running-program.ts'

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/firebird/3.0`
const users = '/var/lib/firebird/3.0/system/security3.fdb'

/** Debian's `firebird3.0-server`. */
export const hasFirebirdServer =
  isInstalled('firebird') && isInstalled('isql-fb') && existsSync(libraries) && existsSync(users)

export interface OwnFirebird {
  readonly port: number
  readonly password: string
  /** Creates an empty database and returns its path. */
  create(): Promise<string>
  close(): Promise<void>
}

const password = 'password of the suite'

/** Starts a Firebird server with its own folder, users and port. */
export async function openFirebirdServer(): Promise<OwnFirebird> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-firebird-'))
  const env = { FIREBIRD: folder, FIREBIRD_LOCK: join(folder, 'lock') }
  const own = join(folder, 'security.fdb')
  await mkdir(join(folder, 'lock'))
  for (const name of ['intl', 'plugins', 'firebird.msg']) await symlink(join(libraries, name), join(folder, name))
  await copyFile('/etc/firebird/3.0/plugins.conf', join(folder, 'plugins.conf'))
  await copyFile(users, own)
  const settings = [
    'AuthServer = Srp',
    'UserManager = Srp',
    `SecurityDatabase = ${own}`,
    'RemoteBindAddress = localhost',
  ]
  await writeFile(join(folder, 'firebird.conf'), settings.join('\n'))
  await writeFile(join(folder, 'databases.conf'), `security.db = ${own}\n{\n  RemoteAccess = false\n}\n`)
  const sql = async (path: string, text: string) => {
    const script = join(folder, `${randomUUID()}.sql`)
    await writeFile(script, text)
    const place = path === '' ? [] : [path]
    const { stdout } = await promisify(execFile)('isql-fb', ['-q', '-user', 'SYSDBA', '-i', script, ...place], {
      env: { ...serverPath, ...env },
    })
    return stdout
  }
  // The driver misreads the server's response for users whose salt begins with a zero, which is one in sixteen.
  const setPassword = `CREATE OR ALTER USER SYSDBA PASSWORD '${password}' USING PLUGIN Srp;\nCOMMIT;\n`
  const readable = `SELECT 'readable' FROM PLG$SRP WHERE PLG$USER_NAME = 'SYSDBA' AND PLG$SALT >= x'10';\n`
  while (!(await sql(own, setPassword + readable)).includes('readable'));
  const port = await freePort()
  const args = ['-e', folder, '-el', env.FIREBIRD_LOCK, '-p', String(port)]
  const server = await startProgram('firebird', args, { cwd: folder, env, isReady: () => listensOn(port) })
  return {
    port,
    password,
    async create() {
      const path = join(folder, `${randomUUID()}.fdb`)
      const place = `127.0.0.1/${port}:${path}`
      await sql('', `CREATE DATABASE '${place}' USER 'SYSDBA' PASSWORD '${password}' DEFAULT CHARACTER SET UTF8;\n`)
      return path
    },
    async close() {
      await server.close('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
