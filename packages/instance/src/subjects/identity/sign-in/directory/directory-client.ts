import { connect as overTcp } from 'node:net'
import { connect as overTls, rootCertificates } from 'node:tls'
import { lineReason } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'
import type { Client } from 'ldapts'
import type { DirectoryServer, DirectorySettings } from './directory-settings.ts'

/** Timeouts in milliseconds for connecting and for each operation. */
const patience = { connect: 4_000, answer: 8_000 }

/**
 * Runs `work` on a connection to the first reachable server, and closes it. Throws a 503 if none is reachable or the connection
 * is lost.
 */
export async function withDirectory<T>(settings: DirectorySettings, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await reach(settings)
  try {
    return await work(client)
  } catch (error) {
    const reason = awayReason(error)
    throw reason === null ? error : directoryUnavailable(settings, reason)
  } finally {
    end(client)
  }
}

/** Closes the connection without waiting for the server. */
function end(client: Client): void {
  client.unbind().catch(() => undefined)
}

async function reach(settings: DirectorySettings): Promise<Client> {
  let reason = 'it has no server.'
  for (const server of settings.servers) {
    const client = await clientOf(server, settings)
    try {
      await inTime(opened(client, server, settings))
      return client
    } catch (error) {
      end(client)
      reason = awayReason(error) ?? 'it refuses the connection.'
    }
  }
  throw directoryUnavailable(settings, reason)
}

/** Checks that the server responds, by StartTLS or by reading the root DSE, which is readable even without a bind. */
async function opened(client: Client, server: DirectoryServer, settings: DirectorySettings): Promise<void> {
  if (settings.startTls && !server.secure) await client.startTLS(tlsOptions(server, settings))
  else await client.search('', { scope: 'base', attributes: ['1.1'], sizeLimit: 1 }).catch(ignoreRefusal)
}

/** Limits the TLS handshake, for which the library has no timeout. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), patience.connect)
  })
  work.catch(() => undefined)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function ignoreRefusal(error: unknown): void {
  if (resultCode(error) === null || awayCodes.has(resultCode(error) ?? 0)) throw error
}

async function clientOf(server: DirectoryServer, settings: DirectorySettings): Promise<Client> {
  const { Client } = await import('ldapts')
  const { host, port, secure } = server
  // A reconnected connection would be neither encrypted nor authenticated.
  let used = false
  const once = <T>(open: () => T): T => {
    if (used) throw Object.assign(new Error('The connection was lost.'), { code: 'ECONNRESET' })
    used = true
    return open()
  }
  return new Client({
    url: `${secure ? 'ldaps' : 'ldap'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    timeout: patience.answer,
    connectTimeout: patience.connect,
    createConnection: () => once(() => overTcp({ host, port })),
    ...(secure && { createSecureConnection: () => once(() => overTls({ ...tlsOptions(server, settings), port })) }),
  })
}

/** Verifies the host name and the issuer of certificates. */
function tlsOptions({ host }: DirectoryServer, { authorities }: DirectorySettings) {
  return { host, ...(authorities !== '' && { ca: [...rootCertificates, authorities] }) }
}

/** The LDAP result code of an error; `null` for other errors. */
export function resultCode(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
}

const referral = 10
/** strongerAuthRequired, which Active Directory returns, and confidentialityRequired. */
export const wantsEncryption: ReadonlySet<number> = new Set([8, 13])
/** busy, unavailable. */
const awayCodes = new Set([51, 52])

function awayReason(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof Problem) return null
  const code = resultCode(error)
  if (code === referral) return `it refers the search to another directory; 'base_dn' is not on this server.`
  if (code !== null && wantsEncryption.has(code)) return 'it accepts only encrypted connections.'
  if (code !== null) return awayCodes.has(code) ? 'it is busy.' : 'it refuses the search.'
  if (/time(?:d )?out/i.test(error.message)) return 'it does not respond in time.'
  return lineReason(error) ?? 'the connection was lost.'
}

export function directoryUnavailable({ service }: DirectorySettings, reason: string): Problem {
  return new Problem(503, `The directory '${service.name}' cannot be used now: ${reason}`)
}
