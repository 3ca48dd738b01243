import { isIP } from 'node:net'

/**
 * Whether a page that somebody's browser took for another server speaks to this machine: a name that leads here although it is no name
 * of here. `localAddress`: to which the connection came; `publicUrl`: where people reach the instance.
 */
export function isForeignHost(host: string, localAddress: string | undefined, publicUrl: string | null): boolean {
  if (localAddress === undefined || !isLoopback(localAddress)) return false
  if (publicUrl !== null && new URL(publicUrl).host === host) return false
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return !(name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0)
}

const isLoopback = (address: string) => /^(?:127\.|::1$|::ffff:127\.)/.test(address)
