import { Problem } from '@millwright/contract/problem'
import type { RawTable, TableName } from '../../../engines/catalog.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import { NameIndex } from '../../../records/name-index.ts'
import { describeService } from './describe-service.ts'
import type { ServiceExtras } from './extras.ts'
import type { Locks } from './locked-table.ts'
import { wireName } from './table-name.ts'

/** An immutable state of a service's tables. Tables are described on first use. */
export interface SchemaState {
  readonly raw: ReadonlyMap<string, RawTable>
  readonly extras: ServiceExtras
  /** Locked schemas of the service. */
  readonly locks: Locks
  readonly tables: readonly DescribedTable[]
  /** By name and by alias; of a name and an alias that are equal, the name counts. */
  readonly byName: NameIndex<DescribedTable>
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
  return {
    raw: new Map(found.map((table) => [wireName(table), table])),
    extras,
    locks,
    get tables() {
      tables ??= describeService({ engine, serviceId, tables: found, extras })
      return tables
    },
    get byName() {
      names ??= byName(this.tables)
      return names
    },
  }
}

/** Returns the state after some tables were read again; the same object if nothing changed, so that cached plans stay valid. */
export function refreshed(
  engine: Engine,
  serviceId: number,
  state: SchemaState,
  asked: readonly TableName[],
  found: readonly RawTable[],
  extras: ServiceExtras,
): SchemaState {
  const fresh = new Map(found.map((table) => [wireName(table), table]))
  const names = new Set([...asked.map(wireName), ...fresh.keys()])
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
export function byName(tables: readonly DescribedTable[]): NameIndex<DescribedTable> {
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
