import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'

/** Names of members whose values are hidden from models in every record. */
const secretName =
  /pass(?:word|wd|phrase)?$|secret|token|credential|private_?key|api_?key$|access_?key|client_?key|^key$|signature|authorization|cookie|connection_?string|codes?$|otp/i
const credentialName = /pass|secret|token|key|auth|credential|cookie|session/i
const passwordInUrl = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi

/** Ids and options that stay readable although their names match. */
const harmless = /(?:_id|_count|_ttl|_enabled|_required|_url|_uri|_type|_name|_date|_length|_min|_max)$/i

/** Masks a system resource's response for a model: it contains no credentials (docs/wire/mcp.md). */
export function masked(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(passwordInUrl, `$1${secretMask}@`)
  if (Array.isArray(value)) return value.map(masked)
  if (!isRecord(value)) return value
  const isPrivate = value.private === true
  const namesCredential = typeof value.name === 'string' && credentialName.test(value.name)
  const shown: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (name === 'api_key') {
      shown.api_key = null
      Object.assign(shown, hintOf(member))
    } else if (name === 'value' && (isPrivate || namesCredential)) shown[name] = member === null ? null : secretMask
    else if (isSecretMember(name, member))
      shown[name] = Array.isArray(member) ? member.map(() => secretMask) : secretMask
    else shown[name] = masked(member)
  }
  return shown
}

function isSecretMember(name: string, member: unknown): boolean {
  if (member === null || member === undefined || member === '' || typeof member === 'boolean') return false
  if (typeof member === 'object' && !(Array.isArray(member) && member.every((each) => typeof each === 'string')))
    return false
  return secretName.test(name) && !harmless.test(name)
}

/** The last characters of a key, to distinguish it from others, or nothing for a short key. */
function hintOf(key: unknown): Record<string, string> {
  return typeof key === 'string' && key.length >= 16 ? { api_key_hint: `…${key.slice(-4)}` } : {}
}

/** Removes masks that stand for stored values from a write. Below `config`, the instance itself recognizes them. */
export function withoutMasks(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== secretMask))
}
