import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled, serverPath } from '../installed-program.ts'
import { canHavePrivateView, inPrivateView, viewUser } from './private-view.ts'
import { greetsOn, startProgram } from './running-program.ts'

/** Without a private view, there is no user with a known password. */
export const hasOpenSsh = isInstalled('sshd') && isInstalled('ssh-keygen') && canHavePrivateView

const hostKeys = ['ed25519', 'ecdsa', 'rsa'] as const
type HostKey = (typeof hostKeys)[number]

export interface OpenSsh {
  /** Home folder of the user on its servers. */
  readonly home: string
  readonly credentials: { readonly username: string; readonly password: string }
  /** As shown by `ssh-keygen -l`. */
  readonly fingerprints: Readonly<Record<HostKey, string>>
  /** Starts a server and returns its port. `settings`: lines of sshd_config(5) that precede, and thereby override, the default ones. */
  serve(...settings: readonly string[]): Promise<number>
  /** Generates a key with `ssh-keygen` and these arguments, and authorizes it for the user. */
  newUserKey(...args: readonly string[]): Promise<string>
  /** Stops its servers. */
  close(): Promise<void>
}

/** The installed OpenSSH, with its own user and keys. */
export async function openOpenSsh(): Promise<OpenSsh> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-sshd-')))
  const home = join(folder, 'home')
  const allowed = join(folder, 'allowed')
  await mkdir(home)
  await writeFile(allowed, '')
  execFileSync('chmod', ['755', folder])
  execFileSync('chown', [`${viewUser.id}:${viewUser.id}`, home])
  const keygen = (...args: readonly string[]) =>
    execFileSync('ssh-keygen', [...args], { stdio: ['ignore', 'pipe', 'pipe'] }).toString()
  const fileOf = (type: HostKey) => join(folder, `host-${type}`)
  for (const type of hostKeys) keygen('-q', '-t', type, '-N', '', '-f', fileOf(type))
  const fingerprint = (type: HostKey) => keygen('-l', '-f', fileOf(type)).split(' ')[1] ?? ''
  const server = execFileSync('sh', ['-c', 'command -v sshd'], { env: serverPath }).toString().trim()
  const command = (file: string) => [server, '-D', '-e', '-f', file]
  const view = { folder, home, pam: 'sshd', runFolder: 'sshd' }

  const closings: (() => Promise<void>)[] = []
  let keys = 0
  return {
    home,
    credentials: { username: viewUser.username, password: viewUser.password },
    fingerprints: { ed25519: fingerprint('ed25519'), ecdsa: fingerprint('ecdsa'), rsa: fingerprint('rsa') },
    async serve(...settings) {
      const port = await freePort()
      const lines = [
        ...settings,
        `Port ${port}`,
        'ListenAddress 127.0.0.1',
        'PidFile none',
        'UsePAM yes',
        'StrictModes no',
        'UseDNS no',
        ...hostKeys.map((type) => `HostKey ${fileOf(type)}`),
        `AuthorizedKeysFile ${allowed}`,
        'PasswordAuthentication yes',
        'Subsystem sftp internal-sftp',
      ]
      const file = join(folder, `settings-${port}`)
      await writeFile(file, `${lines.join('\n')}\n`)
      const [program = '', ...args] = await inPrivateView(command(file), view)
      const { close } = await startProgram(program, args, { isReady: () => greetsOn(port) })
      closings.push(close)
      return port
    },
    async newUserKey(...given) {
      keys += 1
      const key = join(folder, `user-${keys}`)
      keygen('-q', '-f', key, ...given)
      await writeFile(allowed, await readFile(`${key}.pub`, 'utf8'), { flag: 'a' })
      return readFile(key, 'utf8')
    },
    async close() {
      await Promise.all(closings.map((close) => close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
