import type { FastifyRequest } from 'fastify'

type Sender = Pick<FastifyRequest, 'protocol' | 'hostname'> & {
  readonly ips?: readonly string[] | undefined
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * The origin of links in mails that anyone can trigger, such as those with a reset code. A forged `Host` header would send the
 * code to an attacker's server, so it only counts from a trusted proxy; otherwise the link has the IP address, or the loopback name,
 * and the port that the request reached.
 */
export function linkOrigin(origin: string, { protocol, hostname, ips = [], socket }: Sender): string {
  const own = hostOf(socket.localAddress ?? '127.0.0.1')
  if (ips.length > 1) return origin
  const host = loopback.test(hostname) ? hostname : own
  if (host === hostname && socket.localPort === undefined) return origin
  return `${protocol}://${host}${socket.localPort === undefined ? '' : `:${socket.localPort}`}`
}

function hostOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  return plain.includes(':') ? `[${plain}]` : plain
}
