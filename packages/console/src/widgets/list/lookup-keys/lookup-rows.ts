import { type OwnedLookup, secretMask } from '@millwright/contract/records/lookup'
import { t } from './messages.ts'

/** A row of the lookup key editor. */
export interface LookupRow {
  /** Identifies a row that has no id yet. */
  readonly key: string
  readonly name: string
  readonly value: string
  readonly isPrivate: boolean
  readonly removed: boolean
  /** The stored key of the row; `null` for a new one. */
  readonly stored: OwnedLookup | null
}

export type OwnerField = 'user_id' | 'role_id' | 'app_id'

export function lookupRows(stored: readonly OwnedLookup[] | undefined): LookupRow[] {
  return (stored ?? []).map((lookup) => ({
    key: `stored-${lookup.id}`,
    name: lookup.name,
    value: lookup.value ?? '',
    isPrivate: Boolean(lookup.private),
    removed: false,
    stored: lookup,
  }))
}

export function newLookup(rows: readonly LookupRow[]): LookupRow {
  return { key: `new-${rows.length + 1}`, name: '', value: '', isPrivate: false, removed: false, stored: null }
}

/** Removes a row. A stored key is only marked, so that saving its owner deletes it. */
export function withoutRow(rows: readonly LookupRow[], key: string): LookupRow[] {
  return rows.flatMap((row) => {
    if (row.key !== key) return [row]
    return row.stored ? [{ ...row, removed: true }] : []
  })
}

export function isMasked(row: LookupRow): boolean {
  return row.stored !== null && Boolean(row.stored.private) && row.value === (row.stored.value ?? secretMask)
}

export type RowProblems = ReadonlyMap<string, { readonly name?: string; readonly value?: string }>

/** What prevents saving the owner: missing or duplicate names and, if `needsValue`, missing values. */
export function rowProblems(rows: readonly LookupRow[], needsValue: boolean): RowProblems {
  const kept = rows.filter(({ removed }) => !removed)
  const uses = new Map<string, number>()
  for (const { name } of kept) uses.set(name.trim(), (uses.get(name.trim()) ?? 0) + 1)
  const problems = new Map<string, { name?: string; value?: string }>()
  for (const row of kept) {
    const name = row.name.trim()
    const nameProblem = name === '' ? t.nameIsRequired : (uses.get(name) ?? 0) > 1 ? t.nameNotUnique : null
    const valueProblem = needsValue && row.value === '' && !isMasked(row) ? t.valueIsRequired : null
    if (nameProblem || valueProblem)
      problems.set(row.key, { ...(nameProblem && { name: nameProblem }), ...(valueProblem && { value: valueProblem }) })
  }
  return problems
}

/**
 * The relation as it is sent: new and changed keys, and removed ones without their owner, which deletes them. An untouched secret is
 * omitted, so that its mask never becomes its value.
 */
export function lookupsToSend(rows: readonly LookupRow[], owner: OwnerField): Partial<OwnedLookup>[] {
  return rows.flatMap((row): Partial<OwnedLookup>[] => {
    if (row.stored && row.removed) return [{ id: row.stored.id, name: row.stored.name, [owner]: null }]
    const written = { name: row.name.trim(), private: row.isPrivate }
    if (!row.stored) return [{ ...written, value: row.value }]
    if (!isChanged(row)) return []
    return [{ id: row.stored.id, ...written, ...(!isMasked(row) && { value: row.value }) }]
  })
}

function isChanged({ stored, name, value, isPrivate }: LookupRow): boolean {
  return (
    stored !== null && (stored.name !== name || (stored.value ?? '') !== value || Boolean(stored.private) !== isPrivate)
  )
}
