import { spawn } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import ssh2 from 'ssh2'

/** OpenSSH's SFTP server, which uses standard input and output. */
const program = ['/usr/lib/openssh/sftp-server', '/usr/libexec/sftp-server', '/usr/libexec/openssh/sftp-server'].find(
  existsSync,
)

export const hasSftpServer = program !== undefined

export interface SftpServer {
  readonly port: number
  readonly password: string
  /** A key for the same user. */
  readonly privateKey: string
  /** In OpenSSH's format. */
  readonly fingerprint: string
  /** The open connections. */
  readonly connections: ReadonlySet<ssh2.Connection>
  close(): Promise<void>
}

/** Serves a folder of this machine with OpenSSH's SFTP server behind an SSH server with one user, `tester`. */
export async function openSftpServer(folder: string): Promise<SftpServer> {
  const host = newKey()
  const user = newKey()
  const password = 'pass word'
  const connections = new Set<ssh2.Connection>()
  const allowed = ssh2.utils.parseKey(user)
  if (allowed instanceof Error) throw allowed
  const server = new ssh2.Server({ hostKeys: [host] }, (connection) => {
    connections.add(connection)
    connection.on('error', () => undefined)
    connection.on('close', () => connections.delete(connection))
    connection.on('authentication', (asked) => {
      const byPassword = asked.method === 'password' && asked.password === password
      const byKey =
        asked.method === 'publickey' &&
        asked.key.data.equals(allowed.getPublicSSH()) &&
        (asked.signature === undefined ||
          allowed.verify(asked.blob ?? Buffer.alloc(0), asked.signature, asked.hashAlgo) === true)
      if (asked.username === 'tester' && (byPassword || byKey)) asked.accept()
      else asked.reject(['password', 'publickey'])
    })
    connection.on('session', (accept) => {
      accept().on('subsystem', (acceptSubsystem, reject, { name }) => {
        if (name !== 'sftp' || program === undefined) return reject()
        const channel = acceptSubsystem()
        const child = spawn(program, ['-d', folder], { stdio: ['pipe', 'pipe', 'ignore'] })
        channel.pipe(child.stdin).on('error', () => undefined)
        child.stdout.pipe(channel)
        channel.on('close', () => child.kill())
        child.on('exit', () => channel.end())
      })
    })
  })
  const door = createServer({ noDelay: true }, (socket) => server.injectSocket(socket))
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo
  return {
    port,
    password,
    privateKey: user,
    fingerprint: fingerprintOf(host),
    connections,
    close: () =>
      new Promise((resolve) => {
        door.close(() => resolve())
        for (const connection of connections) connection.end()
      }),
  }
}

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

function fingerprintOf(key: string): string {
  const parsed = ssh2.utils.parseKey(key)
  if (parsed instanceof Error) throw parsed
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64')
  return `SHA256:${digest.replace(/=$/, '')}`
}
