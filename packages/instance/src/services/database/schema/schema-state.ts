import type { RawTable, TableName } from '../catalog.ts'
import type { DescribedTable } from '../described-table.ts'
import type { Engine } from '../engine.ts'
import { describeService } from './describe-service.ts'
import type { ServiceExtras } from './extras.ts'
import { wireName } from './table-name.ts'

/** What is known of a service's tables at a time; never changed, only replaced. */
export interface SchemaState {
  readonly raw: ReadonlyMap<string, RawTable>
  readonly extras: ServiceExtras
  readonly tables: readonly DescribedTable[]
  /** By name, by alias, and by both in lower case; what comes earlier in this list wins. */
  readonly byName: ReadonlyMap<string, DescribedTable>
}

export function schemaState(
  engine: Engine,
  serviceId: number,
  tables: readonly RawTable[],
  extras: ServiceExtras,
): SchemaState {
  const described = describeService({ engine, serviceId, tables, extras })
  return {
    raw: new Map(tables.map((table) => [wireName(table), table])),
    extras,
    tables: described,
    byName: byName(described),
  }
}

/** The state after some tables were looked at again; the same one when nothing is different, so that plans made for it stay good. */
export function refreshed(
  engine: Engine,
  serviceId: number,
  state: SchemaState,
  asked: TableName,
  found: readonly RawTable[],
  extras: ServiceExtras,
): SchemaState {
  const name = wireName(asked)
  const fresh = found.find((table) => wireName(table) === name)
  if (sameText(fresh ?? null, state.raw.get(name) ?? null) && sameExtras(extras, state.extras)) return state
  const others = [...state.raw.values()].filter((table) => wireName(table) !== name)
  return schemaState(engine, serviceId, fresh === undefined ? others : [...others, fresh], extras)
}

function byName(tables: readonly DescribedTable[]): Map<string, DescribedTable> {
  const found = new Map<string, DescribedTable>()
  const add = (name: string, table: DescribedTable) => {
    if (!found.has(name)) found.set(name, table)
  }
  for (const table of tables) add(table.name, table)
  for (const table of tables) add(table.apiName, table)
  for (const table of tables) add(table.name.toLowerCase(), table)
  for (const table of tables) add(table.apiName.toLowerCase(), table)
  return found
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
