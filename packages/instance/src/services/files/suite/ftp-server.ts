import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, isInstalled, serverPath } from '../../../testing/installed-program.ts'

export interface FtpServer {
  readonly port: number
  /** The settings of who may sign in. */
  readonly credentials: { readonly username: string; readonly password: string }
  /** What the user sees as the folder that was given. */
  readonly root: string
  close(): Promise<void>
}

/** A program that serves FTP, with the settings by which it serves one folder to one user. */
export interface FtpProgram {
  readonly name: string
  readonly answers: boolean
  open(folder: string): Promise<FtpServer>
}

/** Of `pass word`, as crypt(3) makes it. */
const hashed = '$1$tester$127k9xeLujr7OcwW/NKUv.'

/** The rows of a file of the system's. */
const known = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))

/** Describes files by RFC 3659. */
export const proftpd: FtpProgram = {
  name: 'ProFTPD',
  answers: isInstalled('proftpd'),
  async open(folder) {
    const { files, own } = await folders(folder)
    const { uid, gid, username } = userInfo()
    const [group] = known('/etc/group').find(([, , id]) => id === String(gid)) ?? []
    const users = join(own, 'users')
    await writeFile(users, `tester:${hashed}:${uid}:${gid}::${files}:/bin/false\n`, { mode: 0o600 })
    const settings = (port: number) => [
      ...['ServerType standalone', 'DefaultAddress 127.0.0.1', `Port ${port}`, 'UseIPv6 off', 'UseReverseDNS off'],
      ...[`User ${username}`, `Group ${group}`, 'RootLogin on', 'RequireValidShell off', 'AuthOrder mod_auth_file.c'],
      ...[`AuthUserFile ${users}`, `PidFile ${own}/pid`, 'ScoreboardFile none', 'DelayEngine off', 'WtmpLog off'],
      ...[`SystemLog ${own}/log`, 'TransferLog none', 'AllowOverwrite on', 'AllowRetrieveRestart on'],
    ]
    const served = await serve('proftpd', (file) => ['-n', '-c', file], settings, own)
    return { ...served, credentials: { username: 'tester', password: 'pass word' }, root: '' }
  },
}

/** Has lists for people only, and shows its user nothing outside; needs to be started by root. */
export const vsftpd: FtpProgram = {
  name: 'vsftpd',
  answers: isInstalled('vsftpd') && userInfo().uid === 0,
  async open(folder) {
    const { files, own } = await folders(folder)
    execFileSync('chown', ['-R', 'nobody', files])
    execFileSync('chmod', ['755', folder, own])
    const settings = (port: number) => [
      ...['listen=YES', 'listen_address=127.0.0.1', `listen_port=${port}`, 'background=NO', 'seccomp_sandbox=NO'],
      ...['anonymous_enable=YES', 'local_enable=NO', 'write_enable=YES', 'anon_upload_enable=YES', 'anon_umask=022'],
      ...['anon_mkdir_write_enable=YES', 'anon_other_write_enable=YES', 'xferlog_enable=NO', `anon_root=${folder}`],
      ...[`ftp_username=${homely()}`, 'nopriv_user=nobody', `secure_chroot_dir=${own}`],
    ]
    const served = await serve('vsftpd', (file) => [file], settings, own)
    execFileSync('chown', ['-R', homely(), files])
    return { ...served, credentials: { username: 'anonymous', password: 'guest' }, root: '/files' }
  },
}

/** A user of the system whose home is there, as vsftpd asks for. */
function homely(): string {
  const names = ['ftp', 'daemon', 'bin']
  const found = known('/etc/passwd').find(([name = '', , , , , home = '']) => names.includes(name) && existsSync(home))
  return found?.[0] ?? 'root'
}

async function folders(folder: string): Promise<{ files: string; own: string }> {
  const [files, own] = [join(folder, 'files'), join(folder, 'server')]
  await mkdir(files)
  await mkdir(own)
  return { files, own }
}

/** Starts a server on a port that is free, and waits until it answers. */
async function serve(
  program: string,
  args: (file: string) => string[],
  settings: (port: number) => readonly string[],
  own: string,
): Promise<Pick<FtpServer, 'port' | 'close'>> {
  const port = await freePort()
  const file = join(own, 'settings')
  await writeFile(file, `${settings(port).join('\n')}\n`, { mode: 0o600 })
  const child = spawn(program, args(file), { env: serverPath, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  while (!(await answersOn(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await pause(20)
  }
  const close = async () => {
    child.kill()
    await ended
  }
  return { port, close }
}

function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })
}
