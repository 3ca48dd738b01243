import type { PooledConnection } from '@millwright/connector/connection-pool'
import { unavailable } from '@millwright/connector/files/unavailable'
import type { Client } from 'basic-ftp'
import { ftpProblem, replyOf } from './ftp-problem.ts'
import type { FtpSettings } from './ftp-settings.ts'

/** An FTP connection, which runs one command at a time. */
export interface FtpConnection extends PooledConnection {
  readonly client: Client
  /** Whether the server supports MLST, which describes a single file (RFC 3659). */
  readonly describes: boolean
  /** The user's initial folder, to which the service's root is relative. */
  readonly home: string
}

/** Maximum bytes of a folder listing, enough for more than 100,000 files. */
const longestListing = 64 * 2 ** 20

/** Maximum bytes that a server may send before the login completes. */
const longestGreeting = 2 ** 20

/** Opens a connection and logs in. Rejects with a 503 that states the reason for a failure. */
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

/** Closes the connection if the server sends more than a greeting can be, as the driver would buffer all of it. */
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
  // There is no standard reply code for this.
  if (!encrypted && /\b(encrypt|TLS\b|SSL\b)/i.test(error.message)) {
    return unavailable(where, `it accepts only encrypted connections; turn 'ssl' on for this service.`)
  }
  if (code === 530 || code === 532) return unavailable(where, 'it refuses the username or password of the service.')
  return unavailable(where, `it refused (${error.message}).`)
}

/** Returns the current folder of a connection. Servers double quotes in it (RFC 959). */
export async function workingFolder(client: Client): Promise<string> {
  return (await client.pwd()).replaceAll('""', '"')
}
