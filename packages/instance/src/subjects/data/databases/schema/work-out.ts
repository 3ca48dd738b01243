import type { RawTable, TableName } from '@millwright/connector/engine/catalog'
import type { Engine } from '@millwright/connector/engine/engine'
import type { CreateTable, PlannedStatement } from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import type { DescribedTable } from '../../../../records/described-table.ts'
import { type FieldDraft, merged, type RelationDraft, type TableDraft } from './drafts.ts'
import { type ExtrasChange, noTableExtras } from './extras.ts'
import { judged, refuseSql } from './judge-sql.ts'
import { assertNamesFit, labelOf, pluralOf, tableNameOf, wireName } from './names.ts'
import type { PresentTable } from './plan-field.ts'
import { planRelations } from './plan-relations.ts'
import { planDrop, planTable, type TablePlan, type TableSubject } from './plan-table.ts'
import { assertUnreferenced, findKeyTarget, findTarget } from './references.ts'
import type { SchemaState } from './schema-state.ts'

/** The complete plan of one write, before any of it is executed. */
export interface SchemaWork {
  /** Name of the table on the wire. */
  readonly table: string
  readonly statements: readonly PlannedStatement[]
  readonly extras: readonly ExtrasChange[]
  /** Names of the relations that were written. */
  readonly relations: readonly string[]
}

/** The state on which a write is planned. */
export interface Known {
  readonly engine: Engine
  readonly serviceId: number
  readonly state: SchemaState
  readonly serviceNames: ReadonlyMap<number, string>
  /** Tables of the same request, by their names in lower case. */
  readonly others: ReadonlyMap<string, TableDraft>
  /** Names in lower case of tables that references of a new table cannot target yet. */
  readonly waiting: ReadonlySet<string>
  /** Whether the caller is a full administrator, who may write SQL. */
  readonly mayWriteSql: boolean
}

/** Plans a table as sent; `replace`: drops fields that were not sent. Pure. Throws 400 and 409. */
export function tableWork(
  known: Known,
  draft: TableDraft,
  described: DescribedTable | null,
  replace: boolean,
): SchemaWork {
  const present = described === null ? null : presentTable(known.state, described)
  const table = present?.raw ?? tableNameOf(draft.name, known.engine)
  const subject = { engine: known.engine, table, present, ...targets(known, draft) }
  const plan = planTable(subject, draft, replace)
  const work = finished(known, wireName(table), described, plan, draft.relations)
  const extras = tableExtras(known, work.table, draft, described)
  return { ...work, extras: [...extras, ...work.extras] }
}

/** Plans fields of a table as sent, and keys of several ones. */
export function fieldsWork(
  known: Known,
  described: DescribedTable,
  fields: readonly FieldDraft[],
  keys?: TableDraft['keys'],
): SchemaWork {
  const present = presentTable(known.state, described)
  const { name } = described
  const self: TableDraft = { name, extras: nothingSent, fields, keys, primaryKey: undefined, relations: [] }
  const subject = { engine: known.engine, table: present.raw, present, ...targets(known, self) }
  return finished(known, described.name, described, planTable(subject, self, false), [])
}

export function relationsWork(
  known: Known,
  described: DescribedTable,
  relations: readonly RelationDraft[],
): SchemaWork {
  return finished(known, described.name, described, { change: null, fieldExtras: new Map(), dropped: [] }, relations)
}

export function dropFieldsWork(known: Known, described: DescribedTable, names: readonly string[]): SchemaWork {
  const present = presentTable(known.state, described)
  const gone = described.fields.filter(({ name }) => names.includes(name))
  return finished(known, described.name, described, planDrop(present, gone), [])
}

/** Other tables that a request drops, by name: before and after this one. */
export interface Going {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

/**
 * Plans the drop of a table or view, and before it the drop of references from tables that are dropped later, as in a circle. Throws 409
 * if other tables refer to it.
 */
export function dropTableWork(
  known: Known,
  { table, name, isView }: DescribedTable,
  { before, after }: Going,
): SchemaWork {
  assertUnreferenced(known.state, name, null, new Set([...before, ...after]))
  const raw = known.state.raw.get(name) ?? null
  return {
    table: name,
    statements: [
      ...[...after].flatMap((other) => released(known, other, table)),
      ...known.engine.schema.plan({ kind: 'drop', table, isView }, raw),
      ...(known.engine.schema.checks?.(name, true, known.state.raw.values()) ?? []),
    ],
    extras: [{ kind: 'forget table', table: name }],
    relations: [],
  }
}

/** Plans the drop of references from one table to another. */
function released(
  { engine, state }: Known,
  name: string,
  { schema, name: target }: TableName,
): readonly PlannedStatement[] {
  const raw = state.raw.get(name)
  const keys = raw?.foreignKeys.filter((key) => key.target.schema === schema && key.target.name === target) ?? []
  if (raw === undefined || keys.length === 0) return []
  const table = { schema: raw.schema, name: raw.name }
  const nothing = { add: [], change: [], drop: [], keys: { primaryKey: [], uniques: [], indexes: [], foreignKeys: [] } }
  return engine.schema.plan({ kind: 'alter', table, ...nothing, dropKeys: keys.map((key) => key.name) }, raw)
}

function finished(
  known: Known,
  table: string,
  described: DescribedTable | null,
  plan: TablePlan,
  relations: readonly RelationDraft[],
): SchemaWork {
  const { engine, state } = known
  const raw = state.raw.get(table) ?? null
  refuseSql(known, raw, plan.change)
  if (plan.change?.kind === 'alter') assertUnreferenced(state, table, plan.change.drop)
  const kept = (described?.fields ?? []).map(({ name }) => name).filter((name) => !plan.dropped.includes(name))
  const fields = new Set([...kept, ...plan.fieldExtras.keys()])
  assertAliases(described, plan)
  const related = planRelations({ ...known, described, table, fields }, relations)
  const extras: ExtrasChange[] = [
    ...plan.dropped.map((field): ExtrasChange => ({ kind: 'forget field', table, field })),
    ...[...judged(known, table, plan)].map(
      ([field, each]): ExtrasChange => ({ kind: 'field', table, field, extras: each }),
    ),
    ...related.changes,
  ]
  assertNamesFit(engine, namesMade(plan.change))
  const change = plan.change?.kind === 'create' ? withoutWaiting(plan.change, known) : plan.change
  const statements = change === null ? [] : [...engine.schema.plan(change, raw)]
  if (plan.change?.kind === 'alter' && plan.change.drop.length > 0) {
    statements.push(...(engine.schema.checks?.(table, false, dropped(state, table, plan.change.drop)) ?? []))
  }
  return { table, statements, extras, relations: related.names }
}

function tableExtras(
  { state }: Known,
  table: string,
  { name, extras: sent, fields }: TableDraft,
  described: DescribedTable | null,
): ExtrasChange[] {
  const after = merged(state.extras.tables.get(table) ?? noTableExtras, sent)
  const label = after.label === labelOf(described?.table.name ?? name) ? null : after.label
  const plural = after.plural === pluralOf(label ?? labelOf(described?.table.name ?? name)) ? null : after.plural
  const { alias, nameField } = after
  const namesake = alias === null ? undefined : state.byName.find(alias)
  if (namesake instanceof Problem || (namesake !== undefined && namesake.name !== table)) {
    throw new Problem(400, `The alias '${alias}' is the name of another table.`)
  }
  const names = [...(described?.fields ?? []), ...(fields ?? [])].map((field) => field.name)
  if (typeof sent.nameField === 'string' && !names.includes(sent.nameField)) {
    throw new Problem(400, `'name_field' of the table '${name}' must be one of its fields.`)
  }
  if (sent.history === true && described !== null && (described.isView || described.primaryKey.length === 0)) {
    throw new Problem(400, `The history of '${name}' cannot be recorded: it has no primary key.`)
  }
  return [{ kind: 'table', table, extras: { ...after, alias, nameField, label, plural } }]
}

function namesMade(change: TablePlan['change']): string[] {
  if (change === null || change.kind === 'drop') return []
  if (change.kind === 'alter') return change.add.map(({ name }) => name)
  return [change.table.name, ...change.columns.map(({ name }) => name)]
}

/** Most engines do not allow references to tables that are created later. */
function withoutWaiting(change: CreateTable, { engine, waiting }: Known): CreateTable {
  if (engine.schema.allowsForwardReferences || waiting.size === 0) return change
  const foreignKeys = change.keys.foreignKeys.filter(({ target }) => !waiting.has(wireName(target).toLowerCase()))
  return { ...change, keys: { ...change.keys, foreignKeys } }
}

/** Returns all tables, this one without its dropped columns. */
function dropped(state: SchemaState, table: string, columns: readonly string[]): RawTable[] {
  return [...state.raw].map(([name, raw]) =>
    name === table ? { ...raw, columns: raw.columns.filter((column) => !columns.includes(column.name)) } : raw,
  )
}

/** Throws if callers could not distinguish two fields. */
function assertAliases(described: DescribedTable | null, plan: TablePlan): void {
  const names = new Map<string, string>()
  for (const { name, apiName } of described?.fields ?? []) if (!plan.dropped.includes(name)) names.set(name, apiName)
  for (const [name, { alias }] of plan.fieldExtras) names.set(name, alias ?? name)
  const seen = new Set<string>()
  for (const apiName of names.values()) {
    if (seen.has(apiName.toLowerCase())) throw new Problem(400, `Two fields would be named '${apiName}'.`)
    seen.add(apiName.toLowerCase())
  }
}

function presentTable(state: SchemaState, described: DescribedTable): PresentTable {
  const raw = state.raw.get(described.name)
  if (raw === undefined) throw new Problem(404, `Table '${described.name}' does not exist in the database.`)
  return { raw, described, fieldExtras: state.extras.fields.get(described.name) ?? new Map() }
}

function targets(
  { state, others, engine }: Known,
  self: TableDraft,
): Pick<TableSubject, 'findTarget' | 'findKeyTarget'> {
  const referable = { state, self, others, engine }
  return { findTarget: findTarget(referable), findKeyTarget: findKeyTarget(referable) }
}

const nothingSent = {
  alias: undefined,
  label: undefined,
  plural: undefined,
  description: undefined,
  nameField: undefined,
  history: undefined,
}
