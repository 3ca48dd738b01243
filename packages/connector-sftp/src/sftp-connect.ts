import { connectionLost } from '@millwright/connector/error-words'
import { unavailable, unavailableBy } from '@millwright/connector/files/unavailable'
import { Problem } from '@millwright/contract/problem'
import type { AnyAuthMethod, AuthenticationType, Client, ConnectConfig, SFTPWrapper } from 'ssh2'
import { hasFingerprint, readSignInKey, type SignInKey } from './sftp-keys.ts'
import { SftpSession, type SftpSettings } from './sftp-session.ts'

/** Milliseconds between keepalive requests to a silent server, and how many of them may stay unanswered. */
const keepaliveInterval = 10_000
const keepaliveCountMax = 3

/** The types of host keys with their algorithm names, and the prefix of such a key's own type name. */
const hostKeys = [
  { begins: 'ssh-ed25519', names: ['ssh-ed25519'] },
  { begins: 'ecdsa-', names: ['ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'] },
  { begins: 'ssh-rsa', names: ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] },
] as const

type HostKeys = (typeof hostKeys)[number]

/** Opens a session, or rejects with a 503 that states the reason. `ended` is called once when the session ends for any reason. */
export async function connectSftp(settings: SftpSettings, ended: () => void): Promise<SftpSession> {
  const key = settings.privateKey === null ? null : await keyOf(settings, settings.privateKey)
  const first = await connect(settings, key, null, ended)
  if (first instanceof SftpSession) return first
  // Servers have several host keys and present one of the requested type, so the fingerprint may be that of another.
  for (const kind of hostKeys.filter(({ begins }) => !first?.shown.startsWith(begins))) {
    const session = await connect(settings, key, kind, ended)
    if (session instanceof SftpSession) return session
  }
  throw unavailable(settings.where, 'its fingerprint is not the one in the settings of the service.')
}

async function keyOf({ where, password }: SftpSettings, privateKey: string): Promise<SignInKey> {
  try {
    return await readSignInKey(privateKey, password)
  } catch {
    throw unavailable(where, 'the private key of the service cannot be read, or its password does not open it.')
  }
}

/** The server presented a host key that does not match the configured fingerprint. */
class OtherKey extends Error {
  readonly shown: string

  constructor(key: Buffer) {
    super('Another key')
    this.shown = key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')
  }
}

/** Returns `null` if the server has no key of this type. */
async function connect(
  settings: SftpSettings,
  key: SignInKey | null,
  kind: HostKeys | null,
  ended: () => void,
): Promise<SftpSession | OtherKey | null> {
  const { driver: ssh2 } = await import('./driver.ts')
  const client = new ssh2.Client()
  try {
    const sftp = await openChannel(client, settings, connectConfig(settings, key, kind))
    const session = new SftpSession(client, sftp, settings)
    const over = () => {
      session.rejectPending()
      ended()
    }
    client.on('close', over)
    client.on('end', over)
    sftp.on('close', over)
    return session
  } catch (error) {
    client.destroy()
    if (error instanceof OtherKey) return error
    if (kind !== null && error instanceof Error && Reflect.get(error, 'level') === 'handshake') return null
    throw problemOf(error, settings)
  }
}

function openChannel(client: Client, settings: SftpSettings, config: ConnectConfig): Promise<SFTPWrapper> {
  const { fingerprint } = settings
  return new Promise((resolve, reject) => {
    // Stays registered: an error event without a listener would end the process.
    client.on('error', reject)
    client.on('close', () => reject(unavailable(settings.where, connectionLost)))
    client.on('ready', () => {
      // Requests are small and wait for each other's responses.
      client.setNoDelay(true)
      client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp)))
    })
    client.connect({
      ...config,
      hostVerifier: (key: Buffer) => {
        const known = fingerprint === null || hasFingerprint(key, fingerprint)
        if (!known) reject(new OtherKey(key))
        return known
      },
    })
  })
}

function connectConfig(settings: SftpSettings, key: SignInKey | null, kind: HostKeys | null): ConnectConfig {
  const { host, port, username, timeout } = settings
  return {
    host,
    port,
    username,
    readyTimeout: timeout,
    keepaliveInterval,
    keepaliveCountMax,
    authHandler: signInSteps(settings, key),
    ...(kind !== null && { algorithms: { serverHostKey: [...kind.names] } }),
  }
}

function problemOf(error: unknown, { where }: SftpSettings): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const byLine = unavailableBy(error, where)
  if (byLine !== null) return byLine
  switch (Reflect.get(error, 'level')) {
    case 'client-authentication':
      return unavailable(where, 'it refuses the username, password or key of the service.')
    case 'client-timeout':
      return unavailable(where, 'it does not respond.')
    default:
      return unavailable(where, `no session could be opened (${error.message}).`)
  }
}

/**
 * Returns the next authentication method, or false if none is left. `left`: the methods that the server accepts, `null` before
 * its first response; `isPartial`: the last method succeeded, but the server requires another one.
 *
 * With a key, the password is only sent to a server that requires both, and never if it decrypted the key.
 */
function signInSteps({ username, password }: SftpSettings, key: SignInKey | null) {
  const ways: AnyAuthMethod[] = []
  if (key !== null) ways.push({ type: 'publickey', username, key: key.key })
  if (password !== null && key?.wasLocked !== true) ways.push(...byPassword(username, password))
  let keyCounted = key === null
  return (left: readonly AuthenticationType[] | null, isPartial: boolean | null): AnyAuthMethod | false => {
    if (left === null) return { type: 'none', username }
    if (isPartial === true) keyCounted = true
    const next = ways.findIndex(({ type }) => left.includes(type) && (keyCounted || type === 'publickey'))
    return ways.splice(next, next < 0 ? 0 : 1)[0] ?? false
  }
}

/** Servers with keyboard-interactive authentication prompt for the password. */
function byPassword(username: string, password: string): AnyAuthMethod[] {
  return [
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => password)),
    },
  ]
}
