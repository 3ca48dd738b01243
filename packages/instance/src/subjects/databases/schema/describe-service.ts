import type { RawTable } from '../../../engines/catalog.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { DescribedRelation, DescribedTable } from '../../../records/described-table.ts'
import { byApiName } from '../../../records/name-index.ts'
import { deriveRelations } from './derive-relations.ts'
import { describeColumn, describeVirtual } from './describe-field.ts'
import { noTableExtras, type ServiceExtras } from './extras.ts'
import { labelOf, pluralOf } from './labels.ts'
import { wireName } from './table-name.ts'

interface Described {
  readonly engine: Engine
  readonly serviceId: number
  readonly tables: readonly RawTable[]
  readonly extras: ServiceExtras
}

/** Describes the tables of a service for callers, ordered by name. Pure. */
export function describeService(service: Described): DescribedTable[] {
  const relations = deriveRelations(service.tables, service.serviceId, service.extras)
  return service.tables
    .map((table) => describeTable(service, table, relations.get(wireName(table)) ?? []))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

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
