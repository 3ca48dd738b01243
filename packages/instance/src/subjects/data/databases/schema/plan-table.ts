import type { RawTable, TableName } from '@millwright/connector/engine/catalog'
import type { SchemaChange, TableKeys } from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import type { DescribedField, DescribedTable } from '../../../../records/described-table.ts'
import type { FieldDraft, TableDraft } from './drafts.ts'
import type { FieldExtras } from './extras.ts'
import {
  type FieldSubject,
  isVirtualField,
  type PlannedField,
  type PresentTable,
  planField,
  virtualExtras,
} from './plan-field.ts'
import { type FindKeyTarget, type KeyChanges, keysOfSeveralFields } from './plan-keys.ts'
import { findField } from './read-schema.ts'

export interface TableSubject extends FieldSubject {
  /** Throws 400 for a reference to a missing table or field. */
  readonly findKeyTarget: FindKeyTarget
}

export interface TablePlan {
  /** `null`: the table itself does not change. */
  readonly change: SchemaChange | null
  /** Extras of the fields that were sent, by field name. */
  readonly fieldExtras: ReadonlyMap<string, FieldExtras>
  /** Names of dropped fields, including virtual ones. */
  readonly dropped: readonly string[]
}

/** Plans the changes that give a table the sent fields and keys; `replace`: drops all other fields. Pure. Throws 400 for invalid ones. */
export function planTable(
  subject: TableSubject,
  { fields: drafts = [], keys, primaryKey = [] }: Pick<TableDraft, 'fields' | 'keys' | 'primaryKey'>,
  replace: boolean,
): TablePlan {
  const { present, table } = subject
  const virtual: [string, FieldExtras][] = []
  const planned: PlannedField[] = []
  for (const draft of drafts) {
    const field = present === null ? undefined : findField(present.described, draft.name)
    if (isVirtualField(draft, field)) virtual.push([field?.name ?? draft.name, virtualExtras(subject, draft, field)])
    else planned.push(planField(subject, draft, field))
  }
  const fieldExtras = new Map([
    ...planned.map(({ definition, extras }) => [definition.name, extras] as const),
    ...virtual,
  ])
  const gone = present !== null && replace && drafts.length > 0 ? missing(present.described, drafts) : []
  const left = present?.raw.columns.filter(({ name }) => !gone.some((field) => field.name === name)) ?? []
  const columns = new Set([...left, ...planned.map(({ definition }) => definition)].map(({ name }) => name))
  const several = keysOfSeveralFields(table, present?.raw ?? null, { keys, columns, targetOf: subject.findKeyTarget })
  if (present === null) return { change: created(table, planned, { several, primaryKey }), fieldExtras, dropped: [] }
  const change = altered(present, planned, gone, { several, primaryKey })
  return { change, fieldExtras, dropped: gone.map(({ name }) => name) }
}

/** Plans the changes that drop fields of a table. */
export function planDrop(present: PresentTable, fields: readonly DescribedField[]): TablePlan {
  return {
    change: altered(present, [], fields, noKeys),
    fieldExtras: new Map(),
    dropped: fields.map(({ name }) => name),
  }
}

interface SentKeys {
  readonly several: KeyChanges
  /** As it was sent; only its order counts. */
  readonly primaryKey: readonly string[]
}

const noKeys: SentKeys = { several: { uniques: [], indexes: [], foreignKeys: [], drop: [] }, primaryKey: [] }

function created(table: TableName, planned: readonly PlannedField[], sent: SentKeys): SchemaChange {
  if (planned.length === 0) {
    throw new Problem(400, `The table '${table.name}' needs at least one field that is not virtual.`)
  }
  const primaryKey = planned.filter((field) => field.isPrimaryKey).map(({ definition }) => definition.name)
  return {
    kind: 'create',
    table,
    columns: planned.map(({ definition }) => definition),
    keys: keysOf(planned, inOrder(primaryKey, sent.primaryKey), sent.several),
  }
}

function altered(
  { raw, described }: PresentTable,
  planned: readonly PlannedField[],
  gone: readonly DescribedField[],
  sent: SentKeys,
): SchemaChange | null {
  const add = planned.filter(({ isNew }) => isNew)
  const change = planned.filter(({ isAltered }) => isAltered)
  const drop = gone.filter(({ isVirtual }) => !isVirtual).map(({ name }) => name)
  const primaryKey = inOrder(addedKey(raw, planned, sent.primaryKey), sent.primaryKey)
  const keys = keysOf(planned, primaryKey, sent.several)
  const fieldDrops = planned.flatMap((field) => field.keys.drop)
  const dropKeys = [...new Set([...fieldDrops, ...sent.several.drop, ...keysOver(raw, drop)])]
  const parts = [add, change, drop, dropKeys, ...Object.values(keys)]
  if (parts.every((part) => part.length === 0)) return null
  if (raw.isView) throw new Problem(400, `'${described.name}' is a view, whose columns cannot be changed.`)
  if (raw.columns.length - drop.length + add.length === 0) {
    throw new Problem(
      400,
      `The last field of the table '${described.name}' cannot be deleted; delete the table instead.`,
    )
  }
  const definitions = (fields: readonly PlannedField[]) => fields.map(({ definition }) => definition)
  const { schema, name } = raw
  return {
    kind: 'alter',
    table: { schema, name },
    add: definitions(add),
    change: definitions(change),
    drop,
    keys,
    dropKeys,
  }
}

/** A table without a primary key can get one; an existing one cannot change. */
function addedKey(raw: RawTable, planned: readonly PlannedField[], sent: readonly string[]): readonly string[] {
  const wanted = planned.filter(({ isPrimaryKey }) => isPrimaryKey).map(({ definition }) => definition.name)
  const added = wanted.filter((name) => !raw.primaryKey.includes(name))
  const isOther = inOrder(raw.primaryKey, sent).some((name, at) => name !== raw.primaryKey[at])
  if (!(isOther && raw.primaryKey.length > 0) && (added.length === 0 || raw.primaryKey.length === 0)) return added
  throw new Problem(400, `The table '${raw.name}' has a primary key already, which cannot be changed.`)
}

/** Names in the order in which they were sent; others come last. */
function inOrder(names: readonly string[], sent: readonly string[]): readonly string[] {
  const order = sent.map((name) => name.toLowerCase())
  const placeOf = (name: string) =>
    order.includes(name.toLowerCase()) ? order.indexOf(name.toLowerCase()) : order.length
  return names.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Returns the names of keys that include dropped columns. */
function keysOver(raw: RawTable, columns: readonly string[]): string[] {
  if (columns.length === 0) return []
  return [...raw.uniques, ...raw.indexes, ...raw.foreignKeys]
    .filter((key) => key.columns.some((column) => columns.includes(column)))
    .map(({ name }) => name)
}

function keysOf(planned: readonly PlannedField[], primaryKey: readonly string[], several: KeyChanges): TableKeys {
  const all = [...planned.map(({ keys }) => keys), several]
  return {
    primaryKey,
    uniques: all.flatMap(({ uniques }) => uniques),
    indexes: all.flatMap(({ indexes }) => indexes),
    foreignKeys: all.flatMap(({ foreignKeys }) => foreignKeys),
  }
}

function missing({ fields }: DescribedTable, drafts: readonly FieldDraft[]): DescribedField[] {
  const sent = new Set(drafts.map(({ name }) => name.toLowerCase()))
  return fields.filter(({ name }) => !sent.has(name.toLowerCase()))
}
