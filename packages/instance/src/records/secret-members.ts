import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'

const secretName =
  /pass(?:word|wd|phrase|code)|userpwd|secret|token|authori[sz]ation|credential|(?:api|private|access)[_-]?key/i

/** Replaces members of a JSON value whose names indicate a secret by `secretMask`, at any depth. */
export function maskMembers(value: unknown): unknown {
  return replaceSecretMembers(value, () => secretMask)
}

/** Replaces members of a JSON value whose names indicate a secret, at any depth. */
export function replaceSecretMembers(value: unknown, replace: (secret: unknown) => unknown): unknown {
  return mapMembers(value, (name, member) => {
    return isSecret(name, member) ? replace(member) : replaceSecretMembers(member, replace)
  })
}

/** Replaces masks that were sent back by the value stored at the same place, or drops them if there is none. */
export function restoreMembers(sent: unknown, stored: unknown): unknown {
  if (Array.isArray(sent)) {
    return sent.map((item, at) => restoreMembers(item, Array.isArray(stored) ? stored[at] : undefined))
  }
  if (!isRecord(sent)) return sent
  const kept = isRecord(stored) ? stored : {}
  const entries = Object.entries(sent).map(([name, member]) => {
    const isMask = member === secretMask && secretName.test(name)
    return [name, isMask ? kept[name] : restoreMembers(member, kept[name])] as const
  })
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined))
}

function isSecret(name: string, member: unknown): boolean {
  return secretName.test(name) && member !== null && member !== '' && typeof member !== 'boolean'
}

function mapMembers(value: unknown, map: (name: string, member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapMembers(item, map))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(name, member)]))
}
