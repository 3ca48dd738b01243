import { Problem } from '@millwright/contract/problem'
import type { Client, ConnectConfig, SFTPWrapper } from 'ssh2'
import { connectionLost } from '../../connections/line-reason.ts'
import { away, awayBy } from '../away.ts'
import { hasFingerprint } from './fingerprint.ts'
import { SftpSession } from './sftp-session.ts'
import type { SftpSettings } from './sftp-settings.ts'

/** Milliseconds between questions whether a server that is silent is still there, and how many it may leave unanswered. */
const keepaliveInterval = 10_000
const keepaliveCountMax = 3

/** Opens a session, or rejects with a 503 that says why there is none; `ended` is called once it is over, for whatever reason. */
export async function connectSftp(settings: SftpSettings, ended: () => void): Promise<SftpSession> {
  const ssh2 = (await import('ssh2')).default
  const client = new ssh2.Client()
  try {
    const sftp = await openChannel(client, settings)
    const session = new SftpSession(client, sftp, settings)
    const over = () => {
      session.over()
      ended()
    }
    client.on('close', over)
    client.on('end', over)
    sftp.on('close', over)
    return session
  } catch (error) {
    client.destroy()
    throw problemOf(error, settings)
  }
}

function openChannel(client: Client, settings: SftpSettings): Promise<SFTPWrapper> {
  const { fingerprint, password } = settings
  return new Promise((resolve, reject) => {
    // Heard to the end of the connection: an error event without a listener would end the process.
    client.on('error', reject)
    client.on('close', () => reject(away(settings.where, connectionLost)))
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.map(() => password ?? '')),
    )
    client.on('ready', () => {
      // Requests are small, and the next ones wait for their answers.
      client.setNoDelay(true)
      client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp)))
    })
    client.connect({
      ...connectConfig(settings),
      hostVerifier: (key: Buffer) => {
        const known = fingerprint === null || hasFingerprint(key, fingerprint)
        if (!known) reject(away(settings.where, 'it shows another fingerprint than the service names.'))
        return known
      },
    })
  })
}

function connectConfig({ host, port, username, password, privateKey, timeout }: SftpSettings): ConnectConfig {
  return {
    host,
    port,
    username,
    readyTimeout: timeout,
    keepaliveInterval,
    keepaliveCountMax,
    ...(password === null ? {} : { password, tryKeyboard: true }),
    ...(privateKey === null ? {} : { privateKey, ...(password === null ? {} : { passphrase: password }) }),
  }
}

function problemOf(error: unknown, { where }: SftpSettings): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const byLine = awayBy(error, where)
  if (byLine !== null) return byLine
  switch (Reflect.get(error, 'level')) {
    case 'client-authentication':
      return away(where, 'it refuses the user name, password or key of the service.')
    case 'client-timeout':
      return away(where, 'it does not answer.')
    default:
      if (error.message.startsWith('Cannot parse privateKey')) {
        return away(where, 'the private key of the service cannot be read, or its password does not open it.')
      }
      return away(where, `no session could be opened (${error.message}).`)
  }
}
