import type { RawTable, TableName } from '@millwright/connector/engine/catalog'
import type { Engine } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { paced } from '../../../../platform/yielder.ts'
import type { DescribedRelation, DescribedTable } from '../../../../records/described-table.ts'
import { byApiName, NameIndex } from '../../../../records/names.ts'
import { deriveRelations } from './derive-relations.ts'
import { describeColumn, describeVirtual } from './describe-field.ts'
import { noTableExtras, type ServiceExtras } from './extras.ts'
import type { Locks } from './locked-table.ts'
import { labelOf, pluralOf, wireName } from './names.ts'

/** An immutable state of a service's tables. Tables are described on first use, or before by `describe`. */
export interface SchemaState {
  readonly raw: ReadonlyMap<string, RawTable>
  readonly extras: ServiceExtras
  /** Locked schemas of the service. */
  readonly locks: Locks
  readonly tables: readonly DescribedTable[]
  /** By name and by alias; of a name and an alias that are equal, the name counts. */
  readonly byName: NameIndex<DescribedTable>
  /** Describes the tables; other tasks run in between. */
  describe(): Promise<void>
}

export function schemaState(
  engine: Engine,
  serviceId: number,
  found: readonly RawTable[],
  extras: ServiceExtras,
  locks: Locks,
): SchemaState {
  let tables: readonly DescribedTable[] | null = null
  let names: NameIndex<DescribedTable> | null = null
  const service = { engine, serviceId, tables: found, extras }
  return {
    raw: new Map(found.map((table) => [wireName(table), table])),
    extras,
    locks,
    get tables() {
      tables ??= [...describeTables(service)].sort(byTableName)
      return tables
    },
    get byName() {
      names ??= tablesByName(this.tables)
      return names
    },
    async describe() {
      const described = await Array.fromAsync(paced(describeTables(service)))
      tables ??= described.sort(byTableName)
    },
  }
}

/** Returns the state after some tables were read again; the same object if nothing changed, so that cached plans stay valid. */
export function refreshed(
  engine: Engine,
  serviceId: number,
  state: SchemaState,
  tableNames: readonly TableName[],
  found: readonly RawTable[],
  extras: ServiceExtras,
): SchemaState {
  const fresh = new Map(found.map((table) => [wireName(table), table]))
  const names = new Set([...tableNames.map(wireName), ...fresh.keys()])
  const same = [...names].every((name) => sameText(fresh.get(name) ?? null, state.raw.get(name) ?? null))
  if (same && sameExtras(extras, state.extras)) return state
  const others = [...state.raw.values()].filter((table) => !names.has(wireName(table)))
  return schemaState(engine, serviceId, [...others, ...fresh.values()], extras, state.locks)
}

/** Finds a table by name or alias. Throws 404 if it does not exist, and 400 if several differ from the name in case only. */
export function findTable({ byName: names }: Pick<SchemaState, 'byName'>, name: string): DescribedTable {
  const table = names.get(name)
  if (table === undefined) throw new Problem(404, `Table '${name}' does not exist in the database.`)
  return table
}

/** Indexes tables by all names that calls may use. */
export function tablesByName(tables: readonly DescribedTable[]): NameIndex<DescribedTable> {
  const names = tables.map((table) => [table.name, table] as const)
  return new NameIndex('tables', [...names, ...tables.map((table) => [table.apiName, table] as const)])
}

function sameExtras(one: ServiceExtras, other: ServiceExtras): boolean {
  return sameText(plain(one), plain(other))
}

function plain({ tables, fields, relations, virtualRelations, serviceNames }: ServiceExtras) {
  return [
    [...tables],
    [...fields].map(([table, each]) => [table, [...each]]),
    [...relations].map(([table, each]) => [table, [...each]]),
    [...virtualRelations],
    [...serviceNames],
  ]
}

function sameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, exact) === JSON.stringify(other, exact)
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

interface Described {
  readonly engine: Engine
  readonly serviceId: number
  readonly tables: readonly RawTable[]
  readonly extras: ServiceExtras
}

/** Describes the tables of a service for callers. Pure. */
function* describeTables(service: Described): Generator<DescribedTable> {
  const relations = deriveRelations(service.tables, service.serviceId, service.extras)
  for (const table of service.tables) yield describeTable(service, table, relations.get(wireName(table)) ?? [])
}

const byTableName = (a: DescribedTable, b: DescribedTable) => (a.name < b.name ? -1 : 1)

function describeTable(
  { engine, extras: all }: Described,
  table: RawTable,
  relations: readonly DescribedRelation[],
): DescribedTable {
  const name = wireName(table)
  const extras = all.tables.get(name) ?? noTableExtras
  const ofFields = all.fields.get(name)
  const columns = table.columns.map((column) =>
    describeColumn(engine, table, column, physical(ofFields?.get(column.name))),
  )
  const virtual = [...(ofFields ?? [])].flatMap(([field, each]) =>
    each.isVirtual && !table.columns.some((column) => column.name === field)
      ? [describeVirtual(engine, table, field, each)]
      : [],
  )
  const fields = [...columns, ...virtual]
  const label = extras.label ?? labelOf(table.name)
  return {
    table: { schema: table.schema, name: table.name },
    name,
    apiName: extras.alias ?? name,
    alias: extras.alias,
    label,
    plural: extras.plural ?? pluralOf(label),
    description: extras.description,
    isView: table.isView,
    ...(table.refusesWrites === true ? { refusesWrites: true } : {}),
    ...(table.rewritesInserts === true ? { rewritesInserts: true } : {}),
    primaryKey: table.primaryKey.flatMap((key) => columns.find((column) => column.name === key) ?? []),
    nameField: extras.nameField,
    ...(extras.history ? { recordsHistory: true } : {}),
    fields,
    fieldByName: byApiName('fields', fields),
    relations,
    relationByName: byApiName('relations', relations),
  }
}

/** A column with the name of a virtual field takes precedence. */
function physical<Extras extends { isVirtual: boolean; type: string | null }>(extras: Extras | undefined) {
  return extras?.isVirtual === true ? { ...extras, isVirtual: false, type: null, dbFunctions: null } : extras
}
