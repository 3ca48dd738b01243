import type { ModelRelation, ModelTable } from './model-table.ts'
import { hintsOf, patternsOf, templatesOf } from './model-words.ts'
import type { TableFacts } from './table-facts.ts'

/** A data model for assistants, in the form that `_spec` returns (docs/wire/api-docs.md). */
export interface DataModel {
  readonly service: string
  readonly description: string
  readonly tables: Readonly<Record<string, object>>
  readonly relationships: Readonly<Record<string, readonly object[]>>
  readonly patterns: object
  readonly query_templates?: object
  /** Absent: nothing is missing. */
  readonly partial?: true
  readonly missing?: Readonly<Record<string, readonly string[]>>
}

interface Described {
  readonly service: string
  readonly description: string
  readonly tables: readonly ModelTable[]
  /** By the names of tables. */
  readonly facts: ReadonlyMap<string, TableFacts>
  /** Whether records were to be read. */
  readonly samples: boolean
  /** Only what the database declares: without samples, values, hints, templates and usage. */
  readonly stock: boolean
}

/** Returns the data model of a service, from its tables and what is known of their records. */
export function dataModel(described: Described): DataModel {
  const { service, description, tables, stock } = described
  const missing = missingFacts(described)
  return {
    service,
    description,
    tables: Object.fromEntries(tables.map((table) => [table.name, tableIn(described, table)])),
    relationships: relationshipsOf(tables, stock),
    patterns: patternsOf(tables),
    ...(!stock && { query_templates: templatesOf(tables) }),
    ...(Object.keys(missing).length > 0 && { partial: true, missing }),
  }
}

/** The relations of tables that have any, by table. `stock`: without how to use them. */
export function relationshipsOf(tables: readonly ModelTable[], stock: boolean): Record<string, readonly object[]> {
  const some = tables.filter(({ relations }) => relations.length > 0)
  return Object.fromEntries(some.map(({ name, relations }) => [name, relations.map((each) => relationIn(each, stock))]))
}

function relationIn({ name, type, field, refTable, refField, junctionTable }: ModelRelation, stock: boolean): object {
  return {
    ...{ name, type, field, ref_table: refTable, ref_field: refField, junction_table: junctionTable },
    ...(!stock && { usage: `related=${name} embeds ${refTable} in each record.` }),
  }
}

function tableIn({ facts, stock }: Described, table: ModelTable): object {
  const { count, samples, values } = facts.get(table.name) ?? {}
  const declared = table.columns.flatMap((column) => (column.values.length > 0 ? [[column.name, column.values]] : []))
  const listed = { ...values, ...Object.fromEntries(declared) }
  const hints = hintsOf(table)
  return {
    ...(table.description !== '' && { description: table.description }),
    ...(table.isView && { is_view: true }),
    columns: table.columns.map(({ name, type, isKey, required, references }) => ({
      name,
      type,
      ...(isKey && { pk: true }),
      ...(required && { required: true }),
      ...(references !== null && { fk: `${references.table}.${references.field}` }),
    })),
    ...(count !== undefined && { row_count: count.count, ...(count.estimated && { row_count_estimated: true }) }),
    ...(!stock && samples !== undefined && { sample_data: samples }),
    ...(!stock && Object.keys(listed).length > 0 && { enum_values: listed }),
    ...(!stock && hints.length > 0 && { hints }),
  }
}

/** Names of the tables without some fact, by the member that lacks it. */
function missingFacts({ tables, facts, samples, stock }: Described): Record<string, string[]> {
  const without = (fact: keyof TableFacts) =>
    tables.flatMap(({ name }) => (facts.get(name)?.[fact] === undefined ? [name] : []))
  const lists = { row_count: without('count'), sample_data: samples && !stock ? without('samples') : [] }
  return Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0))
}
