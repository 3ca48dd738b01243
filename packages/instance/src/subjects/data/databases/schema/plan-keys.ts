import { createHash } from 'node:crypto'
import type { RawForeignKey, RawKey, RawTable, TableName } from '@millwright/connector/engine/catalog'
import type { DescribedField } from '../../../../records/described-table.ts'
import type { FieldDraft } from './drafts.ts'

/** Keys that one field adds to its table, and names of dropped ones. */
export interface KeyChanges {
  readonly uniques: readonly RawKey[]
  readonly indexes: readonly RawKey[]
  readonly foreignKeys: readonly RawForeignKey[]
  readonly drop: readonly string[]
}

/**
 * Returns the key changes requested by a draft's flags, compared with the current field (`null`: a new field). Flags that were not sent
 * change nothing. `target`: of its reference; `null`: none is requested.
 */
export function keyChanges(
  table: TableName,
  raw: RawTable | null,
  field: DescribedField | null,
  draft: FieldDraft,
  target: Pick<RawForeignKey, 'target' | 'targetColumns'> | null,
): KeyChanges {
  const column = field?.name ?? draft.name
  const unique = flag(draft.isUnique, field?.isUnique)
  const index = flag(draft.isIndex, field?.isIndex)
  const reference = referenceChange(table, raw, field, draft, target)
  const own = (keys: readonly RawKey[] | undefined) => (keys ?? []).filter(({ columns }) => isOnly(columns, column))
  return {
    uniques: unique.added ? [{ name: keyName('undx', table, column), columns: [column] }] : [],
    indexes: index.added ? [{ name: keyName('ndx', table, column), columns: [column] }] : [],
    foreignKeys: reference.added,
    drop: [
      ...(unique.dropped ? own(raw?.uniques) : []),
      ...(index.dropped ? own(raw?.indexes) : []),
      ...reference.dropped,
    ].map(({ name }) => name),
  }
}

function flag(wanted: boolean | undefined, present = false) {
  return { added: wanted === true && !present, dropped: wanted === false && present }
}

function referenceChange(
  table: TableName,
  raw: RawTable | null,
  field: DescribedField | null,
  draft: FieldDraft,
  target: Pick<RawForeignKey, 'target' | 'targetColumns'> | null,
): { added: readonly RawForeignKey[]; dropped: readonly RawKey[] } {
  const column = field?.name ?? draft.name
  const present = (raw?.foreignKeys ?? []).filter(({ columns }) => isOnly(columns, column))
  if (target === null) return { added: [], dropped: draft.isForeignKey === false ? present : [] }
  const [before] = present
  const wanted: RawForeignKey = {
    name: keyName('fk', table, column),
    columns: [column],
    ...target,
    onUpdate: draft.refOnUpdate === undefined ? (before?.onUpdate ?? null) : draft.refOnUpdate,
    onDelete: draft.refOnDelete === undefined ? (before?.onDelete ?? null) : draft.refOnDelete,
  }
  if (before !== undefined && sameReference(before, wanted)) return { added: [], dropped: [] }
  return { added: [wanted], dropped: present }
}

/** A reference is requested by type or flag, and an existing one is changed by a new target or action. */
export function wantsReference(draft: FieldDraft, field: DescribedField | null): boolean {
  if (draft.isForeignKey === false && draft.type !== 'reference' && draft.type !== 'fk') return false
  if (draft.isForeignKey === true || draft.type === 'reference' || draft.type === 'fk') return true
  return field?.isForeignKey === true && (sent(draft.refTable) || sent(draft.refField) || actionSent(draft))
}

function actionSent({ refOnDelete, refOnUpdate }: FieldDraft): boolean {
  return refOnDelete !== undefined || refOnUpdate !== undefined
}

function sent(value: string | null | undefined): boolean {
  return value !== null && value !== undefined
}

export function sameReference(one: RawForeignKey, other: RawForeignKey): boolean {
  const action = (each: string | null) => (each === null || each === 'RESTRICT' ? 'NO ACTION' : each)
  return (
    one.target.schema === other.target.schema &&
    one.target.name === other.target.name &&
    one.targetColumns.join() === other.targetColumns.join() &&
    action(one.onUpdate) === action(other.onUpdate) &&
    action(one.onDelete) === action(other.onDelete)
  )
}

function isOnly(columns: readonly string[], name: string): boolean {
  return columns.length === 1 && columns[0] === name
}

/** The lowest limit of all engines, in bytes; longer names would be truncated and could collide. */
const longest = 63

export type KeyKind = 'fk' | 'undx' | 'ndx'

/** Returns the name for a foreign key, a unique key or an index (docs/wire/schema.md). `column`: several ones are joined. */
export function keyName(kind: KeyKind, { schema, name }: TableName, column: string): string {
  const table = schema === null ? name : `${schema}_${name}`
  const full = `${kind}_${table}_${column}`.replaceAll('.', '_')
  if (Buffer.byteLength(full) <= longest) return full
  const mark = createHash('sha256').update(full).digest('hex').slice(0, 12)
  let start = full
  while (Buffer.byteLength(start) > longest - mark.length - 1) start = start.slice(0, -1)
  return `${start.toWellFormed()}_${mark}`
}
