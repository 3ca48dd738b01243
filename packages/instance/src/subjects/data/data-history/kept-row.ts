import { createHash } from 'node:crypto'
import { longValueMark } from '@millwright/contract/records/data-history'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Vault } from '../../../platform/vault.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** Maximum number of characters of a value's JSON, and of all values of a row. */
const longestValue = 20_000
const longestRow = 200_000

/** Maximum number of characters of a record's id. */
const longestIdentifier = 400

/** Returns a value for storage: a long one as its digest. */
function keptValue(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string' && value.length <= longestValue) return value
  const text = stringifyExact(value)
  return text.length <= longestValue ? value : digestOf(text)
}

/** Returns whether a stored value is the digest of one that was too long. */
export function isLost(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(longValueMark)
}

/** Returns whether a value of a row equals the stored one. */
export function isAsKept(kept: unknown, value: unknown): boolean {
  if (kept === value) return true
  const text = stringifyExact(value ?? null)
  return isLost(kept) ? kept === digestOf(text) : text === stringifyExact(kept ?? null)
}

/** Returns a row for storage: values beyond the maximum of a row are replaced by their digests too. */
export function keptRow(row: StoredRow): StoredRow {
  let left = longestRow
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    const shown = keptValue(value)
    const size = typeof shown === 'string' ? shown.length : 8
    left -= size
    kept[name] = left >= 0 || isLost(shown) ? shown : digestOf(stringifyExact(value))
  }
  return kept
}

/** Serializes a key to one text: the value of a single column, or several as JSON in their order. A very long one becomes a digest. */
export function recordId(key: StoredRow): string {
  const values = Object.values(key)
  const text = values.length === 1 ? String(values[0]) : stringifyExact(key)
  return text.length <= longestIdentifier ? text : digestOf(text)
}

export function sealed(row: StoredRow | null, vault: Vault): string | null {
  return row === null ? null : vault.seal(stringifyExact(row))
}

export function opened(text: unknown, vault: Vault): StoredRow | null {
  if (typeof text !== 'string') return null
  const row = parseExact(vault.open(text))
  return isRecord(row) ? row : null
}

function digestOf(text: string): string {
  return `${longValueMark} sha256:${createHash('sha256').update(text).digest('hex')}`
}
