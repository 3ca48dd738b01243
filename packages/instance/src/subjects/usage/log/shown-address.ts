import { isIPv4, isIPv6 } from 'node:net'
import type { AddressForm } from '../../../platform/settings/usage-settings.ts'

/** An IP address for the request log: by default only the network (`/24`, `/48`), which does not identify a person. */
export function shownAddress(address: string, form: AddressForm): string | null {
  if (form === 'none') return null
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (form === 'full') return plain.slice(0, 64)
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  return isIPv6(plain) ? `${firstGroups(plain)}::/48` : null
}

/** The first three of eight groups; `::` stands for groups of 0. */
function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...new Array<string>(zeros).fill('0'), ...after].slice(0, 3).join(':')
}
