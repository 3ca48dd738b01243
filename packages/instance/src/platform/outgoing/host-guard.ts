import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Problem } from '@millwright/contract/problem'
import { isPrivateAddress } from './private-address.ts'

/**
 * Checks the host of a URL as written, and returns a DNS lookup that checks the addresses it resolves to, or `undefined` if the operator
 * allows the host. Throws 400 if the host is not public.
 */
export type HostGuard = (address: URL) => LookupFunction | undefined

export interface HostGuardOptions {
  /** `host`, `host:port` or `*`, in lower case. */
  readonly allowPrivateHosts: readonly string[]
  readonly lookup?: typeof systemLookup
}

export function createHostGuard({ allowPrivateHosts, lookup = systemLookup }: HostGuardOptions): HostGuard {
  const publicOnly = createPublicLookup(lookup)
  return (address) => {
    const port = address.port || (address.protocol === 'https:' ? '443' : '80')
    const names = ['*', address.hostname, `${address.hostname}:${port}`]
    if (names.some((name) => allowPrivateHosts.includes(name))) return undefined
    const literal = address.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && isPrivateAddress(literal)) throw privateHost(address.hostname)
    return publicOnly
  }
}

/** Connections go to exactly the addresses that were checked, which prevents DNS rebinding. */
function createPublicLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null || first === undefined) return callback(error ?? new Error('No address'), '', 0)
      if (found.some(({ address }) => isPrivateAddress(address))) return callback(refused(hostname), '', 0)
      if (options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
}

function refused(host: string): Error {
  return new Error('Not a public host', { cause: privateHost(host) })
}

function privateHost(host: string): Problem {
  return new Problem(400, `${host} is not a public host, and MILLWRIGHT_ALLOW_PRIVATE_HOSTS does not list it.`)
}
