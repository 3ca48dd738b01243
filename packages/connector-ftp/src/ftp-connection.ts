import { flagSetting, numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import { Pool, type PooledConnection } from '@millwright/connector/connection-pool'
import { connectionLost } from '@millwright/connector/error-words'
import { refusals, unavailable, unavailableBy } from '@millwright/connector/files/unavailable'
import { Problem } from '@millwright/contract/problem'
import type { Client } from 'basic-ftp'

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
async function connectFtp({ host, port, username, password, ...settings }: FtpSettings): Promise<FtpConnection> {
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

/** Milliseconds that a call waits for a connection, and after which an idle connection is closed. */
const patience = 30_000
const idle = 15_000
/** Milliseconds after which an unused connection is checked before it is used again. */
const trusted = 2_000

/**
 * Maximum number of connections by purpose. Copies hold one connection for reading and one for writing, and could deadlock on a
 * single pool. Servers seldom allow more than ten connections per address.
 */
const atOnce = { ask: 2, read: 3, write: 3 } as const

export type Purpose = keyof typeof atOnce

export class FtpConnections {
  readonly #pools: Readonly<Record<Purpose, Pool<FtpConnection>>>
  readonly #used = new WeakMap<FtpConnection, number>()

  constructor(settings: FtpSettings) {
    const pool = (most: number) =>
      new Pool({ connect: () => connectFtp(settings), most, patience, idle, where: `the ${settings.where}` })
    this.#pools = { ask: pool(atOnce.ask), read: pool(atOnce.read), write: pool(atOnce.write) }
  }

  /** Returns a live connection. The caller returns it with `release`. */
  async acquire(purpose: Purpose): Promise<FtpConnection> {
    for (;;) {
      const connection = await this.#pools[purpose].acquire()
      const used = this.#used.get(connection)
      if (used === undefined || Date.now() - used < trusted || (await isThere(connection))) return connection
      connection.client.close()
      this.#pools[purpose].release(connection)
    }
  }

  release(purpose: Purpose, connection: FtpConnection): void {
    this.#used.set(connection, Date.now())
    this.#pools[purpose].release(connection)
  }

  async use<T>(purpose: Purpose, work: (connection: FtpConnection) => Promise<T>): Promise<T> {
    const connection = await this.acquire(purpose)
    try {
      return await work(connection)
    } catch (error) {
      if (replyOf(error) === 421) connection.client.close()
      throw error
    } finally {
      this.release(purpose, connection)
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()))
  }
}

function isThere({ client }: FtpConnection): Promise<boolean> {
  return client.send('NOOP').then(
    () => true,
    () => false,
  )
}

export interface FtpSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  /** Whether to use TLS. */
  readonly encrypted: boolean
  /** Milliseconds to wait for a reply, or for progress of a transfer. */
  readonly timeout: number
  /** Folder on the server, absolute or relative to the user's initial folder. */
  readonly root: string
  /** The name of the server in error messages. */
  readonly where: string
}

/** Parses the settings of an `ftp_file` service (docs/wire/files.md). */
export function ftpSettings(config: Settings): FtpSettings {
  const host = textSetting(config, 'host') ?? ''
  const port = numberSetting(config, 'port') ?? 21
  return {
    host,
    port,
    username: textSetting(config, 'username') ?? 'anonymous',
    password: textSetting(config, 'password') ?? 'guest',
    encrypted: flagSetting(config, 'ssl', false),
    timeout: (numberSetting(config, 'timeout') ?? 90) * 1000,
    root: textSetting(config, 'container') ?? '.',
    where: `FTP server ${host}:${port}`,
  }
}

/** Returns the server's reply code, or `null` for other errors. */
export function replyOf(error: unknown): number | null {
  const code: unknown = error instanceof Error && error.name === 'FTPError' ? Reflect.get(error, 'code') : undefined
  return typeof code === 'number' ? code : null
}

/** Servers use the same code for missing files and for missing permissions. */
export const isAbsent = (error: unknown): boolean => replyOf(error) === 550

/** Maps a server's error reply for a path, or a network failure, to a `Problem`. */
export function ftpProblem(error: unknown, where: string, path: string): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const code = replyOf(error)
  if (code === null) {
    if (error.message.startsWith('Timeout')) return unavailable(where, 'it does not respond.')
    return unavailableBy(error, where) ?? unavailable(where, connectionLost)
  }
  switch (code) {
    case 421:
      return unavailable(where, 'it does not accept more connections.')
    case 452:
    case 552:
      return refusals.full()
    case 501:
    case 553:
      return refusals.noName(path)
    case 530:
    case 532:
    case 550:
      return refusals.denied(where, path)
    default:
      return unavailable(where, `it refused (${error.message}).`)
  }
}
