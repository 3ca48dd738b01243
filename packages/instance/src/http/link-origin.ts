import type { FastifyRequest } from 'fastify'
import type { KnownOrigins } from './known-origins.ts'

type Sender = Pick<FastifyRequest, 'protocol' | 'hostname'> & {
  readonly ips?: readonly string[] | undefined
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined }
}

/** Whether the request came through a trusted proxy. */
export const isProxied = ({ ips = [] }: Pick<Sender, 'ips'>): boolean => ips.length > 1

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * The origin of links in mails that anyone can trigger, such as those with a reset code. A forged `Host` header would send the
 * code to an attacker's server, so it only counts from a trusted proxy, and only if a full administrator has used that origin; the proxy may pass
 * on any. Otherwise the link has an origin that one has used, or else the IP address, or the loopback name, and the port that the request reached.
 */
export function linkOrigin(origin: string, sender: Sender, known: Pick<KnownOrigins, 'closestTo'>): string {
  const { protocol, hostname, socket } = sender
  const own = hostOf(socket.localAddress ?? '127.0.0.1')
  const used = isProxied(sender) ? known.closestTo(origin) : null
  if (used !== null) return used
  const host = loopback.test(hostname) ? hostname : own
  if (host === hostname && socket.localPort === undefined) return origin
  return `${protocol}://${host}${socket.localPort === undefined ? '' : `:${socket.localPort}`}`
}

function hostOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  return plain.includes(':') ? `[${plain}]` : plain
}
