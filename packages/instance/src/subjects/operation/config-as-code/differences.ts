import { isDeepStrictEqual } from 'node:util'
import type { ConfigDifference, ConfigValues } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isFingerprint } from './config-secrets.ts'

/** What an apply left: the values that it was sent, and those that it stored, both with fingerprints. */
export interface Applied {
  readonly sent: ConfigValues
  readonly stored: ConfigValues
}

/**
 * The members in which a stored record differs from a sent one, those within `parts` each for itself. A value that the instance stores in another form than
 * it was sent does not differ while both are as after the last apply.
 */
export function differencesOf(
  stored: ConfigValues,
  sent: ConfigValues,
  last: Applied | null,
  parts: readonly string[] = ['config'],
): ConfigDifference[] {
  return differing('', { stored, sent, last, parts })
}

interface Compared extends Applied {
  readonly last: Applied | null
  /** Members whose members are compared each for itself. */
  readonly parts: readonly string[]
}

function differing(inside: string, { stored, sent, last, parts }: Compared): ConfigDifference[] {
  const names = [...new Set([...Object.keys(sent), ...Object.keys(stored)])]
  return names.flatMap((name): ConfigDifference[] => {
    const [from, to] = [stored[name] ?? null, sent[name] ?? null]
    if (isDeepStrictEqual(from, to)) return []
    const before = last === null ? null : { sent: last.sent[name] ?? null, stored: last.stored[name] ?? null }
    if (before !== null && isDeepStrictEqual(before.sent, to) && isDeepStrictEqual(before.stored, from)) return []
    const isList = Array.isArray(from) || Array.isArray(to)
    if (inside === '' && parts.includes(name) && !isList) {
      const within = before === null ? null : { sent: members(before.sent), stored: members(before.stored) }
      return differing(`${name}.`, { stored: members(from), sent: members(to), last: within, parts })
    }
    return [{ field: `${inside}${name}`, ...shown(from, to) }]
  })
}

const members = (value: unknown): ConfigValues => (isRecord(value) && !isFingerprint(value) ? value : {})

/** Secrets are told by their name alone. */
function shown(from: unknown, to: unknown): Pick<ConfigDifference, 'from' | 'to'> {
  return isFingerprint(from) || isFingerprint(to) ? {} : { from: masked(from), to: masked(to) }
}

/** A value for people, with what stands for secrets replaced. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (isFingerprint(value)) return '(secret)'
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]))
}
