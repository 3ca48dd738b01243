import type { Address } from '../../../gateway/ports/mail.ts'
import { readMailboxes } from '../../../platform/mail-address.ts'

/** Formats an address for display, such as `Ann Lee <ann@example.org>`. */
export function printAddress({ name, address }: Address): string {
  return name === '' ? address : `${name} <${address}>`
}

/** Parses the addresses in a template's column: a comma-separated list, or as JSON an address, `{name, email}`, or a list of either. */
export function readAddresses(stored: string | null): Address[] {
  const text = stored?.trim() ?? ''
  if (text === '') return []
  return /^[[{"]/.test(text) ? addressesOf(parsed(text) ?? text) : addressesOf(text)
}

function addressesOf(value: unknown): Address[] {
  if (Array.isArray(value)) return value.flatMap(addressesOf)
  if (typeof value === 'string') return readMailboxes(value).filter(({ address }) => address.includes('@'))
  if (typeof value !== 'object' || value === null || !('email' in value) || typeof value.email !== 'string') return []
  return [{ name: 'name' in value && typeof value.name === 'string' ? value.name : '', address: value.email.trim() }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
