import type { Client } from 'basic-ftp'
import type { PooledConnection } from '../../../platform/connection-pool.ts'
import { unavailable } from '../unavailable.ts'
import { ftpProblem, replyOf } from './ftp-problem.ts'
import type { FtpSettings } from './ftp-settings.ts'

/** A connection of FTP, which does one thing at a time. */
export interface FtpConnection extends PooledConnection {
  readonly client: Client
  /** Whether the server describes single files (RFC 3659). */
  readonly describes: boolean
  /** Where the user begins, from which the root of the service counts. */
  readonly home: string
}

/** Bytes of a folder's listing that are taken: more than 100,000 files. */
const longestListing = 64 * 2 ** 20

/** Bytes of what a server says until somebody is signed in. */
const longestGreeting = 2 ** 20

/** Opens a connection and signs in, or rejects with a 503 that says why there is none. */
export async function connectFtp({ host, port, username, password, ...settings }: FtpSettings): Promise<FtpConnection> {
  const { Client } = await import('basic-ftp')
  const client = new Client(settings.timeout, { maxListingBytes: longestListing })
  try {
    const secureOptions = { host }
    const secure = settings.encrypted && (port === 990 ? 'implicit' : true)
    const entering = client.access({ host, port, user: username, password, secure, secureOptions })
    const greeting = listenTo(client)
    await entering.catch((error: unknown) => {
      throw greeting.isTooLong() ? unavailable(settings.where, 'what it says has no end.') : error
    })
    greeting.end()
    const describes = (await client.features()).has('MLST')
    return {
      client,
      describes,
      home: await workingFolder(client),
      get usable() {
        return !client.closed
      },
      async end() {
        client.close()
      },
    }
  } catch (error) {
    const isEncrypted = client.ftp.hasTLS
    client.close()
    throw signInProblem(error, settings, isEncrypted)
  }
}

/** Closes a connection whose server says more than a greeting can be; the driver would keep all of it. */
function listenTo(client: Client): { isTooLong(): boolean; end(): void } {
  const { socket } = client.ftp
  let heard = 0
  const listen = (piece: Buffer | string) => {
    heard += piece.length
    if (heard > longestGreeting && !client.closed) client.close()
  }
  socket.on('data', listen)
  return { isTooLong: () => heard > longestGreeting, end: () => void socket.off('data', listen) }
}

function signInProblem(
  error: unknown,
  { where, encrypted }: Pick<FtpSettings, 'where' | 'encrypted'>,
  isEncrypted: boolean,
) {
  const code = replyOf(error)
  if (code === null || code === 421 || !(error instanceof Error)) return ftpProblem(error, where, '')
  if (encrypted && !isEncrypted) return unavailable(where, 'it does not encrypt connections.')
  // Servers have no code of their own for this.
  if (!encrypted && /\b(encrypt|TLS\b|SSL\b)/i.test(error.message)) {
    return unavailable(where, `it accepts only encrypted connections; turn 'ssl' on for this service.`)
  }
  if (code === 530 || code === 532) return unavailable(where, 'it refuses the username or password of the service.')
  return unavailable(where, `it refused (${error.message}).`)
}

/** The folder that a connection is in. Quotes in it come twice (RFC 959). */
export async function workingFolder(client: Client): Promise<string> {
  return (await client.pwd()).replaceAll('""', '"')
}
