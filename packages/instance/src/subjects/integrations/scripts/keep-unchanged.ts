import { isDeepStrictEqual } from 'node:util'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'

/**
 * Merges the result of a script with the original: values that the script did not change keep the original, as numbers can lose
 * digits on their way through another language. `sent`: the original as the script received it.
 */
export function keepUnchanged(original: unknown, sent: unknown, now: unknown): unknown {
  if (isDeepStrictEqual(sent, now)) return original
  if (sent instanceof ExactNumber || now instanceof ExactNumber) return isRounded(sent, now) ? original : now
  if (Array.isArray(original) && Array.isArray(sent) && Array.isArray(now)) {
    return now.map((value, at) => (at < sent.length ? keepUnchanged(original[at], sent[at], value) : value))
  }
  if (isRecord(original) && isRecord(sent) && isRecord(now)) {
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [
        name,
        Object.hasOwn(sent, name) ? keepUnchanged(original[name], sent[name], value) : value,
      ]),
    )
  }
  return now
}

function isRounded(sent: unknown, now: unknown): boolean {
  return sent instanceof ExactNumber && typeof now === 'number' && Number(sent.digits) === now
}
