import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled } from '../installed-program.ts'
import type { TestCertificate } from '../test-certificate.ts'
import { greetsOn, listensOn, startProgram } from './running-program.ts'

export interface FtpServer {
  readonly port: number
  /** Settings for signing in. */
  readonly credentials: { readonly username: string; readonly password: string }
  /** Path under which the user sees the given folder. */
  readonly root: string
  close(): Promise<void>
}

/** An FTP server program that can serve one folder to one user. */
export interface FtpProgram {
  readonly name: string
  readonly answers: boolean
  /** `tls`: requires encryption with this certificate; `null`: no encryption. */
  open(folder: string, tls: TlsSettings | null): Promise<FtpServer>
}

export interface TlsSettings {
  readonly certificate: TestCertificate
  /** The negotiated TLS version. */
  readonly version: '1.2' | '1.3'
  /** Address of the port with implicit TLS; `null`: explicit TLS at 127.0.0.1. */
  readonly implicitAt: string | null
}

const implicitPort = 990

/** `pass word`, hashed by crypt(3). */
const hashed = '$1$tester$127k9xeLujr7OcwW/NKUv.'

/** The rows of a system file such as /etc/passwd. */
const known = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))

/** Lists files in the format of RFC 3659. */
export const proftpd: FtpProgram = {
  name: 'ProFTPD',
  answers: isInstalled('proftpd'),
  async open(folder, tls) {
    const { files, own } = await folders(folder)
    const { uid, gid, username } = userInfo()
    const [group] = known('/etc/group').find(([, , id]) => id === String(gid)) ?? []
    const users = join(own, 'users')
    await writeFile(users, `tester:${hashed}:${uid}:${gid}::${files}:/bin/false\n`, { mode: 0o600 })
    const { certificate, key } = await writeCertificate(own, tls)
    const encrypted = [
      'LoadModule mod_tls.c',
      'TLSEngine on',
      'TLSRequired on',
      `TLSRSACertificateFile ${certificate}`,
      `TLSRSACertificateKeyFile ${key}`,
      `TLSProtocol TLSv${tls?.version}`,
      `TLSLog ${own}/tls-log`,
      ...(tls?.implicitAt ? ['TLSOptions UseImplicitSSL'] : []),
    ]
    const host = tls?.implicitAt ?? '127.0.0.1'
    const settings = (port: number) => [
      ...(tls === null ? [] : encrypted),
      'ServerType standalone',
      `DefaultAddress ${host}`,
      `Port ${port}`,
      'UseIPv6 off',
      'UseReverseDNS off',
      `User ${username}`,
      `Group ${group}`,
      'RootLogin on',
      'RequireValidShell off',
      'AuthOrder mod_auth_file.c',
      `AuthUserFile ${users}`,
      `PidFile ${own}/pid`,
      'ScoreboardFile none',
      'DelayEngine off',
      'WtmpLog off',
      `SystemLog ${own}/log`,
      'TransferLog none',
      'AllowOverwrite on',
      'AllowRetrieveRestart on',
    ]
    const served = await serve('proftpd', (file) => ['-n', '-c', file], settings, own, tls)
    return { ...served, credentials: { username: 'tester', password: 'pass word' }, root: '' }
  },
}

/** Has only human-readable lists, and confines its user to the folder; must be started by root. */
export const vsftpd: FtpProgram = {
  name: 'vsftpd',
  answers: isInstalled('vsftpd') && userInfo().uid === 0,
  async open(folder, tls) {
    const { files, own } = await folders(folder)
    execFileSync('chown', ['-R', 'nobody', files])
    execFileSync('chmod', ['755', folder, own])
    const { certificate, key } = await writeCertificate(own, tls)
    const encrypted = [
      'ssl_enable=YES',
      'allow_anon_ssl=YES',
      'force_anon_logins_ssl=YES',
      'force_anon_data_ssl=YES',
      `rsa_cert_file=${certificate}`,
      `rsa_private_key_file=${key}`,
      'ssl_ciphers=HIGH',
      ...(tls?.implicitAt ? ['implicit_ssl=YES'] : []),
    ]
    const host = tls?.implicitAt ?? '127.0.0.1'
    const settings = (port: number) => [
      ...(tls === null ? [] : encrypted),
      'listen=YES',
      `listen_address=${host}`,
      `listen_port=${port}`,
      'background=NO',
      'seccomp_sandbox=NO',
      'anonymous_enable=YES',
      'local_enable=NO',
      'write_enable=YES',
      'anon_upload_enable=YES',
      'anon_umask=022',
      'anon_mkdir_write_enable=YES',
      'anon_other_write_enable=YES',
      'xferlog_enable=NO',
      `anon_root=${folder}`,
      `ftp_username=${homely()}`,
      'nopriv_user=nobody',
      `secure_chroot_dir=${own}`,
    ]
    // There is no setting for the TLS version.
    const library = join(own, 'openssl')
    await writeFile(library, opensslSettings(tls?.version ?? '1.3'))
    const served = await serve('vsftpd', (file) => [file], settings, own, tls, { OPENSSL_CONF: library })
    execFileSync('chown', ['-R', homely(), files])
    return { ...served, credentials: { username: 'anonymous', password: 'guest' }, root: '/files' }
  },
}

const opensslSettings = (version: string) =>
  ['openssl_conf = all', '[all]', 'ssl_conf = tls', '[tls]', 'system_default = versions', '[versions]']
    .concat(`MinProtocol = TLSv${version}`, `MaxProtocol = TLSv${version}`, '')
    .join('\n')

/** A system user with an existing home, which vsftpd requires. */
function homely(): string {
  const names = ['ftp', 'daemon', 'bin']
  const found = known('/etc/passwd').find(([name = '', , , , , home = '']) => names.includes(name) && existsSync(home))
  return found?.[0] ?? 'root'
}

async function folders(folder: string): Promise<{ files: string; own: string }> {
  const files = join(folder, 'files')
  const own = join(folder, 'server')
  await mkdir(files)
  await mkdir(own)
  return { files, own }
}

/** Writes the certificate and its key to files. */
async function writeCertificate(own: string, tls: TlsSettings | null): Promise<{ certificate: string; key: string }> {
  const files = { certificate: join(own, 'certificate'), key: join(own, 'key') }
  if (tls !== null) {
    await writeFile(files.certificate, tls.certificate.certificate)
    await writeFile(files.key, tls.certificate.privateKey, { mode: 0o600 })
  }
  return files
}

/** Starts a server on a free port. */
async function serve(
  program: string,
  args: (file: string) => string[],
  settings: (port: number) => readonly string[],
  own: string,
  tls: TlsSettings | null,
  env: NodeJS.ProcessEnv = {},
): Promise<Pick<FtpServer, 'port' | 'close'>> {
  const port = tls?.implicitAt ? implicitPort : await freePort()
  const file = join(own, 'settings')
  await writeFile(file, `${settings(port).join('\n')}\n`, { mode: 0o600 })
  const isReady = () => (tls?.implicitAt ? listensOn(port, tls.implicitAt) : greetsOn(port))
  const { close } = await startProgram(program, args(file), { env, isReady })
  return { port, close: () => close() }
}
