import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'

/** Names of members whose values no model is shown, whatever record they are in. */
const secretName =
  /pass(?:word|wd|phrase)?$|secret|token|credential|private_?key|api_?key$|access_?key|client_?key|^key$|signature|authorization|cookie|connection_?string|codes?$|otp/i
const credentialName = /pass|secret|token|key|auth|credential|cookie|session/i
const passwordInUrl = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi

/** What stays readable although its name sounds secret: ids and switches. */
const harmless = /(?:_id|_count|_ttl|_enabled|_required|_url|_uri|_type|_name|_date|_length|_min|_max)$/i

/** The answer of the administration as a model may see it: nothing in it opens anything (docs/wire/mcp.md). */
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

/** The end of a key, by which people tell it from others; nothing of a short one. */
function hintOf(key: unknown): Record<string, string> {
  return typeof key === 'string' && key.length >= 16 ? { api_key_hint: `…${key.slice(-4)}` } : {}
}

/** What is written, without the masks that stand for what is stored. Below `config` the instance itself knows them. */
export function withoutMasks(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== secretMask))
}
