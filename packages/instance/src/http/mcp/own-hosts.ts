import { isIP } from 'node:net'

/**
 * Detects DNS rebinding: a request to a loopback address whose host is not a local name, so that a browser takes this machine for
 * another server. `localAddress` is the address that the connection reached, `publicUrl` the instance's public URL.
 */
export function isForeignHost(host: string, localAddress: string | undefined, publicUrl: string | null): boolean {
  if (localAddress === undefined || !isLoopback(localAddress)) return false
  if (publicUrl !== null && new URL(publicUrl).host === host) return false
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return !(name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0)
}

const isLoopback = (address: string) => /^(?:127\.|::1$|::ffff:127\.)/.test(address)
