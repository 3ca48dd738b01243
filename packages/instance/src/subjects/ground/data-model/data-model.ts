import { printFilter } from '@millwright/contract/filter/print'
import type { ModelRelation, ModelTable, TableFacts } from './model-table.ts'

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

/** The other relations follow from those to what a field refers to, and are several times as many. */
const mostWithEveryRelation = 500

/** The relations of tables that have any, by table. `stock`: without how to use them. */
export function relationshipsOf(tables: readonly ModelTable[], stock: boolean): Record<string, readonly object[]> {
  const isShown = ({ type }: ModelRelation) => tables.length <= mostWithEveryRelation || type === 'belongs_to'
  return Object.fromEntries(
    tables.flatMap(({ name, relations }) => {
      const shown = relations.filter(isShown).map((each) => relationIn(each, stock))
      return shown.length === 0 ? [] : [[name, shown]]
    }),
  )
}

function relationIn({ name, type, field, refTable, refField, junctionTable }: ModelRelation, stock: boolean): object {
  return {
    name,
    type,
    field,
    ref_table: refTable,
    ref_field: refField,
    junction_table: junctionTable,
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

/** What the names of columns suggest about the records of a table. */
function hintsOf({ columns }: ModelTable): string[] {
  const find = (pattern: RegExp) => columns.find(({ name }) => pattern.test(name))?.name
  const deleted = find(/^(?:is_)?deleted(?:_at|_on|_date)?$/i)
  const total = find(/^(?:total|amount)/i)
  const paid = find(/paid/i)
  const dates = columns.filter(({ name }) => /^(?:created|updated|modified|last_modified)_(?:at|on|date)$/i.test(name))
  return [
    ...(deleted === undefined ? [] : [`Records are only marked as deleted, in ${deleted}.`]),
    ...(total === undefined || paid === undefined ? [] : [`What is still owed may be ${total} less ${paid}.`]),
    ...(dates.length === 0 ? [] : [`When a record was written is in ${dates.map(({ name }) => name).join(' and ')}.`]),
  ]
}

/** Tables that refer to themselves, and those that only connect two others. */
function patternsOf(tables: readonly ModelTable[]): object {
  const hierarchies = tables.flatMap(({ name, relations }) =>
    relations.flatMap(({ type, field, refTable, refField }) =>
      type === 'belongs_to' && refTable === name
        ? [
            {
              table: name,
              child_field: field,
              parent_field: refField,
              hint: `${field} is the ${refField} of the parent.`,
            },
          ]
        : [],
    ),
  )
  const junctions = tables.flatMap(({ name, relations }) =>
    relations.flatMap(({ type, name: relation, refTable, junctionTable }) =>
      type === 'many_many' && junctionTable !== null
        ? [{ table: name, related_table: refTable, junction: junctionTable, hint: `Use related=${relation}.` }]
        : [],
    ),
  )
  return { hierarchies, junction_tables: junctions }
}

/** Tables for which there are examples. */
const maxExamples = 5

interface Template {
  readonly description: string
  readonly tool: 'get_table_data'
  readonly params: Readonly<Record<string, unknown>>
}

/** Calls of the tool `get_table_data` of MCP services that answer frequent questions, by name. */
function templatesOf(tables: readonly ModelTable[]): Record<string, Template> {
  const templates: Record<string, Template> = {}
  const add = (name: string, description: string, params: Readonly<Record<string, unknown>>) => {
    templates[name] = { description, tool: 'get_table_data', params }
  }
  for (const { name: table_name, columns, relations } of tables.slice(0, maxExamples)) {
    add(`count_${table_name}`, `Number of records of ${table_name}`, { table_name, count_only: true })
    const [first] = relations
    if (first !== undefined) {
      const related = { table_name, related: [first.name], limit: 10 }
      add(`${table_name}_with_${first.refTable}`, `Records of ${table_name} with those of ${first.refTable}`, related)
    }
    const parent = columns.find(({ references }) => references?.table === table_name)
    if (parent !== undefined) {
      const tops = { table_name, filter: printFilter({ kind: 'null', field: parent.name }) }
      add(`${table_name}_without_parent`, `Records of ${table_name} at the top`, tops)
    }
  }
  return templates
}
