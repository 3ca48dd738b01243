import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  keysOfSeveral,
  type RawForeignKey,
  type RawKey,
  type RawTable,
  type TableName,
} from '@millwright/connector/engine/catalog'
import { Problem } from '@millwright/contract/problem'
import { keyTypes } from '@millwright/contract/wire/table-schema'
import type { DescribedField } from '../../../../records/described-table.ts'
import { type FieldDraft, ItemReader, type KeyDraft } from './drafts.ts'
import { readAction } from './read-field-draft.ts'

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

function sameReference(one: RawForeignKey, other: RawForeignKey): boolean {
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
function keyName(kind: KeyKind, { schema, name }: TableName, column: string): string {
  const table = schema === null ? name : `${schema}_${name}`
  const full = `${kind}_${table}_${column}`.replaceAll('.', '_')
  if (Buffer.byteLength(full) <= longest) return full
  const mark = createHash('sha256').update(full).digest('hex').slice(0, 12)
  let start = full
  while (Buffer.byteLength(start) > longest - mark.length - 1) start = start.slice(0, -1)
  return `${start.toWellFormed()}_${mark}`
}

/** Finds the target of a reference of several fields. */
export type FindKeyTarget = (key: KeyDraft) => Pick<RawForeignKey, 'target' | 'targetColumns'>

/** Reads the keys of a table as sent; `undefined`: they were not. Throws 400 for invalid ones. */
export function readKeyDrafts(table: ItemReader): readonly KeyDraft[] | undefined {
  const sent = table.list('keys')
  if (sent === undefined) return undefined
  const keys = (sent ?? []).map(readKeyDraft)
  const seen = new Set<string>()
  for (const { type, fields } of keys) {
    const id = `${type} ${fields.join('\0').toLowerCase()}`
    if (seen.has(id)) throw table.refusal(`the key of '${fields.join(', ')}' is defined twice`)
    seen.add(id)
  }
  return keys
}

function readKeyDraft(value: unknown): KeyDraft {
  const item = new ItemReader(value, 'A key')
  const said = item.text('type')?.trim().toLowerCase()
  const type = keyTypes.find((known) => known === said)
  if (type === undefined) throw item.refusal(`'type' must be one of ${keyTypes.join(', ')}`)
  const fields = readNames(item, 'fields') ?? []
  const isTwice = new Set(fields.map((name) => name.toLowerCase())).size < fields.length
  if (fields.length < 2 || isTwice) {
    throw item.refusal("'fields' must name several fields; the key of a single one is in the field")
  }
  const isReference = type === 'reference'
  return {
    type,
    fields,
    refTable: isReference ? (item.text('ref_table') ?? null) : null,
    refFields: isReference ? readNames(item, 'ref_fields') : null,
    refOnUpdate: isReference ? (readAction(item, 'ref_on_update') ?? null) : null,
    refOnDelete: isReference ? (readAction(item, 'ref_on_delete') ?? null) : null,
  }
}

/** Reads a list of names; `null`: there is none. */
export function readNames(item: ItemReader, member: string): readonly string[] | null {
  const sent = item.list(member) ?? []
  return sent.length === 0
    ? null
    : sent.map((name) => {
        if (typeof name === 'string' && name !== '') return name
        throw item.refusal(`'${member}' must be a list of names`)
      })
}

interface SentKeys {
  /** All that the table is to have; `undefined`: they stay. */
  readonly keys: readonly KeyDraft[] | undefined
  /** Names of the columns that the table has afterwards. */
  readonly columns: ReadonlySet<string>
  readonly targetOf: FindKeyTarget
}

/** Returns the changes by which a table has exactly the sent keys of several fields. Throws 400 for keys of missing fields. */
export function keysOfSeveralFields(
  table: TableName,
  raw: RawTable | null,
  { keys, columns, targetOf }: SentKeys,
): KeyChanges {
  if (keys === undefined) return { uniques: [], indexes: [], foreignKeys: [], drop: [] }
  const before = keysOfSeveral(raw ?? { uniques: [], indexes: [], foreignKeys: [] })
  const wanted = {
    uniques: buildKeys('unique'),
    indexes: buildKeys('index'),
    foreignKeys: buildKeys('reference').map(reference),
  }
  const all = {
    uniques: compared(before.uniques, wanted.uniques, sameColumns),
    indexes: compared(before.indexes, wanted.indexes, sameColumns),
    foreignKeys: compared(before.foreignKeys, wanted.foreignKeys, sameKey),
  }
  return {
    uniques: all.uniques.added,
    indexes: all.indexes.added,
    foreignKeys: all.foreignKeys.added,
    drop: Object.values(all).flatMap(({ dropped }) => dropped.map(({ name }) => name)),
  }

  function buildKeys(type: KeyDraft['type']) {
    return (keys ?? []).flatMap((key) => {
      if (key.type !== type) return []
      const own = key.fields.map((field) => columnOf(field))
      return [{ name: keyName(kinds[type], table, own.join('__')), columns: own, key }]
    })
  }

  function columnOf(field: string): string {
    const found = [...columns].find((name) => name.toLowerCase() === field.toLowerCase())
    if (found !== undefined) return found
    throw new Problem(400, `The key '${field}' of the table '${table.name}' is none of its fields.`)
  }

  function reference({ name, columns: own, key }: RawKey & { readonly key: KeyDraft }): RawForeignKey {
    return { name, columns: own, ...targetOf(key), onUpdate: key.refOnUpdate, onDelete: key.refOnDelete }
  }
}

const kinds: Readonly<Record<KeyDraft['type'], KeyKind>> = { unique: 'undx', index: 'ndx', reference: 'fk' }

const sameColumns = (one: RawKey, other: RawKey) => isDeepStrictEqual(one.columns, other.columns)
const sameKey = (one: RawForeignKey, other: RawForeignKey) => sameColumns(one, other) && sameReference(one, other)

function compared<Key extends RawKey>(
  before: readonly Key[],
  wanted: readonly Key[],
  isSame: (one: Key, other: Key) => boolean,
) {
  return {
    added: wanted.filter((key) => !before.some((each) => isSame(each, key))),
    dropped: before.filter((key) => !wanted.some((each) => isSame(each, key))),
  }
}
