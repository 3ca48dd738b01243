import type { TableName } from '@millwright/connector/engine/catalog'
import type { Engine } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import type { FieldDraft, TableDraft } from './drafts.ts'
import { tableNameOf } from './names.ts'
import type { ReferenceTarget } from './plan-field.ts'
import type { FindKeyTarget } from './plan-keys.ts'
import type { SchemaState } from './schema-state.ts'

/** Possible targets of references: existing tables, the written one, and those of the same request, by their names in lower case. */
export interface Referable {
  readonly state: SchemaState
  readonly self: TableDraft
  readonly others: ReadonlyMap<string, TableDraft>
  readonly engine: Engine
}

/** Returns a function that finds the target of a reference. Throws 400 if it names no table, or a missing table or field. */
export function findTarget(referable: Referable): (draft: FieldDraft) => ReferenceTarget {
  return (draft) => {
    const { refTable } = draft
    if (refTable === null || refTable === undefined) {
      throw new Problem(400, `The field '${draft.name}' needs 'ref_table', the table that it refers to.`)
    }
    const known = referable.state.byName.get(refTable)
    const raw = known === undefined ? undefined : referable.state.raw.get(known.name)
    if (raw === undefined) return draftTarget(referable, draft, refTable)
    const wanted = draft.refField ?? (raw.primaryKey.length === 1 ? raw.primaryKey[0] : undefined)
    const column = raw.columns.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase())
    if (column !== undefined) {
      return { key: { target: nameOf(raw), targetColumns: [column.name] }, column }
    }
    // A table may refer to its own field that is created with the reference.
    if (same(referable.self.name, refTable)) return draftTarget(referable, draft, refTable)
    throw unknownField(draft, wanted ?? null)
  }
}

/** Returns a function that finds the target of a reference of several fields. Throws 400 if it names a missing table or field. */
export function findKeyTarget({ state, self, others, engine }: Referable): FindKeyTarget {
  return ({ fields, refTable, refFields }) => {
    const subject = `The key of '${fields.join(', ')}'`
    if (refTable === null) throw new Problem(400, `${subject} needs 'ref_table', the table that it refers to.`)
    const known = state.byName.get(refTable)
    const raw = known === undefined ? undefined : state.raw.get(known.name)
    const draft = same(self.name, refTable) ? self : others.get(refTable.toLowerCase())
    if (raw === undefined && draft === undefined)
      throw new Problem(400, `${subject} refers to the table '${refTable}', which does not exist.`)
    const sent = draft?.fields ?? []
    const names = [...(raw?.columns ?? []), ...sent].map(({ name }) => name)
    const own = draft?.primaryKey ?? sent.filter(isKey).map(({ name }) => name)
    const wanted = refFields ?? (raw === undefined ? own : raw.primaryKey)
    if (wanted.length !== fields.length) {
      const sentence = `refers to ${wanted.length} fields of '${refTable}': 'ref_fields' must name one for each of its own`
      throw new Problem(400, `${subject} ${sentence}.`)
    }
    const targetColumns = wanted.map((field) => {
      const found = names.find((name) => same(name, field))
      if (found !== undefined) return found
      throw new Problem(400, `${subject} refers to the field '${field}' of '${refTable}', which does not exist.`)
    })
    return { target: raw === undefined ? tableNameOf(draft?.name ?? refTable, engine) : nameOf(raw), targetColumns }
  }
}

function draftTarget({ self, others, engine }: Referable, draft: FieldDraft, refTable: string): ReferenceTarget {
  const table = same(self.name, refTable) ? self : others.get(refTable.toLowerCase())
  if (table === undefined) {
    throw new Problem(400, `The field '${draft.name}' refers to the table '${refTable}', which does not exist.`)
  }
  const fields = table.fields ?? []
  const wanted = draft.refField ?? fields.find(isKey)?.name ?? null
  const field = fields.find(({ name }) => wanted !== null && same(name, wanted))
  if (field === undefined) throw unknownField(draft, wanted)
  return { key: { target: tableNameOf(table.name, engine), targetColumns: [field.name] }, column: null }
}

/**
 * Returns whether a reference targets a key whose type is known from the draft of its table: a single generated id, which is an integer on
 * every engine.
 */
export function leadsToCountedKey({ refField }: FieldDraft, { fields = [] }: TableDraft): boolean {
  const [key, ...more] = fields.filter(isKey)
  if (key === undefined || more.length > 0 || (key.type !== 'id' && key.type !== 'pk')) return false
  return refField === null || refField === undefined || same(refField, key.name)
}

function isKey({ type, isPrimaryKey }: FieldDraft): boolean {
  return isPrimaryKey === true || type === 'id' || type === 'pk'
}

function unknownField(draft: FieldDraft, wanted: string | null): Problem {
  const refTable = draft.refTable ?? ''
  const sentence =
    wanted === null
      ? `needs 'ref_field', as '${refTable}' has no single primary key`
      : `refers to the field '${wanted}' of '${refTable}', which does not exist`
  return new Problem(400, `The field '${draft.name}' ${sentence}.`)
}

function nameOf({ schema, name }: TableName): TableName {
  return { schema, name }
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Throws 409 if other tables refer to dropped columns. `columns`: `null` for all; `going`: names of tables that are dropped as well. */
export function assertUnreferenced(
  state: SchemaState,
  table: string,
  columns: readonly string[] | null,
  going: ReadonlySet<string> = new Set(),
): void {
  const raw = state.raw.get(table)
  if (raw === undefined) return
  for (const [name, other] of state.raw) {
    if (other === raw || going.has(name)) continue
    for (const key of other.foreignKeys) {
      if (key.target.name !== raw.name || key.target.schema !== raw.schema) continue
      const held = key.targetColumns.find((column) => columns === null || columns.includes(column))
      if (held === undefined) continue
      const what = columns === null ? `The table '${table}'` : `The field '${held}' of the table '${table}'`
      throw new Problem(409, `${what} is in use: '${other.name}.${key.columns.join(', ')}' refers to it.`)
    }
  }
}

/** Returns the tables that can be dropped together: no remaining table refers to them. */
export function droppableTogether(state: SchemaState, names: readonly string[]): ReadonlySet<string> {
  const going = new Set(names)
  let stay: string[]
  do {
    stay = [...going].filter((name) => isReferred(state, name, going))
    for (const name of stay) going.delete(name)
  } while (stay.length > 0)
  return going
}

function isReferred({ raw }: SchemaState, name: string, going: ReadonlySet<string>): boolean {
  const own = raw.get(name)
  for (const [other, { foreignKeys }] of raw) {
    if (other === name || going.has(other)) continue
    if (foreignKeys.some(({ target }) => target.name === own?.name && target.schema === own.schema)) return true
  }
  return false
}

interface Referring {
  readonly refTable?: string | null | undefined
}

interface Item {
  readonly name: string
  readonly fields?: readonly Referring[] | undefined
  readonly keys?: readonly Referring[] | undefined
}

/**
 * Sorts tables so that each comes after those it refers to, if possible: first those without references, then those that refer to these
 * only, and so on; otherwise in the given order.
 */
export function byReference<Each extends Item>(items: readonly Each[]): Each[] {
  const byName = new Map(items.map((item) => [item.name.toLowerCase(), item]))
  const depths = new Map<Each, number>()
  const underWay = new Set<Each>()
  const depthOf = (item: Each): number => {
    const known = depths.get(item)
    if (known !== undefined) return known
    if (underWay.size > deepest) return 0
    underWay.add(item)
    let depth = 0
    for (const { refTable } of [...(item.fields ?? []), ...(item.keys ?? [])]) {
      const target = typeof refTable === 'string' ? byName.get(refTable.toLowerCase()) : undefined
      if (target !== undefined && !underWay.has(target)) depth = Math.max(depth, depthOf(target) + 1)
    }
    underWay.delete(item)
    depths.set(item, depth)
    return depth
  }
  return items
    .map((item) => ({ item, depth: depthOf(item) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ item }) => item)
}

/** Maximum depth of references that affects the order; safely below the limit of the stack. */
const deepest = 1000
