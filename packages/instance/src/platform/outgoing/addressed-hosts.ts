import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { settingClass } from '@millwright/contract/access/authority'
import { Problem } from '@millwright/contract/problem'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isPrivateAddress } from './private-address.ts'

/** A host that settings address. */
interface AddressedHost {
  readonly name: string
  /** `null` if the settings name none. */
  readonly port: string | null
}

/**
 * The hosts in the settings that determine where requests go: this machine if they can name one and do not, as clients then assume it; none
 * if they contain the name of an account or a file instead.
 */
export function addressedHosts(
  fields: ConfigFields,
  values: Readonly<Record<string, unknown>>,
): readonly AddressedHost[] {
  const port = typeof values.port === 'number' ? String(values.port) : null
  const found = Object.entries(fields).flatMap(([name, { authority, format }]) => {
    if (settingClass(authority) !== 'addresses') return []
    const value = values[name]
    const texts = isRecord(value) ? Object.values(value) : [value]
    return texts
      .filter((text) => typeof text === 'string')
      .flatMap((text) => {
        if (format !== 'host' && format !== 'hosts') return hostsOf(text)
        return text.split(',').flatMap((each) => (each.includes('://') ? hostsOf(each) : [hostIn(each, port)]))
      })
      .filter((host) => host.name !== '')
  })
  const namesHost = Object.values(fields).some(({ format }) => format === 'host' || format === 'hosts')
  return found.length === 0 && namesHost ? [{ name: 'localhost', port }] : found
}

/** The hosts of a URL, of which connection strings may have several. */
export function hostsOf(text: string): AddressedHost[] {
  const [, scheme = '', authority = ''] = /^\s*([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text) ?? []
  const port = scheme.toLowerCase() === 'https' ? '443' : scheme.toLowerCase() === 'http' ? '80' : null
  return authority === ''
    ? []
    : authority
        .replace(/^.*@/, '')
        .split(',')
        .map((each) => hostIn(each, port))
}

function hostIn(text: string, port: string | null): AddressedHost {
  const [, name = '', own] = /^\s*(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?\s*$/.exec(text) ?? []
  return { name: name.replace(/^\[|\]$/g, '').toLowerCase(), port: own ?? port }
}

/**
 * Throws 403 if a host is this machine, or in its network, and the operator does not allow it. The reason is the same whether anything answers
 * there. Names and addresses are checked as written, without looking them up.
 */
export function refusePrivateHosts(hosts: readonly AddressedHost[], allowPrivateHosts: readonly string[]): void {
  const wrong = hosts.find((host) => !isAllowed(host, allowPrivateHosts) && isPrivateName(host.name))
  if (wrong !== undefined) throw privateHost()
}

/** Like `refusePrivateHosts`, for the addresses that the names have now. Names without an address are not refused. */
export async function refusePrivateAddresses(
  hosts: readonly AddressedHost[],
  allowPrivateHosts: readonly string[],
): Promise<void> {
  refusePrivateHosts(hosts, allowPrivateHosts)
  const named = hosts.filter((host) => isIP(host.name) === 0 && !isAllowed(host, allowPrivateHosts))
  const found = await Promise.all(named.map(({ name }) => lookup(name, { all: true }).catch(() => [])))
  if (found.flat().some(({ address }) => isPrivateAddress(address))) throw privateHost()
}

function isAllowed({ name, port }: AddressedHost, allowPrivateHosts: readonly string[]): boolean {
  return ['*', name, `${name}:${port}`].some((each) => allowPrivateHosts.includes(each))
}

/** Numbers and paths of sockets are addresses of this machine, too. */
function isPrivateName(name: string): boolean {
  if (isIP(name) !== 0) return isPrivateAddress(name)
  return /^(?:localhost|.*\.localhost|[\d.]+|0x[\da-f]+|.*\/.*)\.?$/i.test(name)
}

function privateHost(): Problem {
  return new Problem(
    403,
    'Access Forbidden. Only full administrators can use hosts of a private network, unless MILLWRIGHT_ALLOW_PRIVATE_HOSTS lists them.',
  )
}
