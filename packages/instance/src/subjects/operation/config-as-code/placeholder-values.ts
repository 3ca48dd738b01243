import { type ConfigValues, placeholderParts, type TextPart } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isFingerprint } from './config-secrets.ts'

/**
 * Sent values with placeholders, in which each stands for what is stored at its place: the whole text, or what is between the rest of the
 * text. `stored`: in the form of files, with fingerprints, for which the values leave out the member.
 */
export function withoutPlaceholders(values: ConfigValues, stored: ConfigValues): ConfigValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const found = filled(value, stored[name])
      return found === undefined ? [] : [[name, found] as const]
    }),
  )
}

function filled(value: unknown, stored: unknown): unknown {
  if (typeof value === 'string') return filledText(value, stored)
  if (Array.isArray(value)) return value.map((each, at) => filled(each, Array.isArray(stored) ? stored[at] : undefined))
  return isRecord(value) ? withoutPlaceholders(value, isRecord(stored) ? stored : {}) : value
}

function filledText(text: string, stored: unknown): unknown {
  const parts = placeholderParts(text)
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  if (isFingerprint(stored)) return undefined
  if (parts.length === 1) return stored
  return typeof stored === 'string' && fits(stored, parts) ? stored : text
}

/** Whether a text has the written parts in their order, the outer ones at its ends. */
function fits(text: string, parts: readonly TextPart[]): boolean {
  let from = 0
  for (const [at, part] of parts.entries()) {
    if (typeof part !== 'string') continue
    const found = at === parts.length - 1 ? Math.max(from, text.length - part.length) : text.indexOf(part, from)
    if (!text.startsWith(part, found) || (at === 0 && found > 0)) return false
    from = found + part.length
  }
  return true
}
