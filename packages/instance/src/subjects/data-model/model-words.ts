import { printFilter } from '@millwright/contract/filter/print'
import type { ModelTable } from './model-table.ts'

/** What the names of columns suggest about the records of a table. */
export function hintsOf({ columns }: ModelTable): string[] {
  const find = (pattern: RegExp) => columns.find(({ name }) => pattern.test(name))?.name
  const [deleted, total, paid] = [
    find(/^(?:is_)?deleted(?:_at|_on|_date)?$/i),
    find(/^(?:total|amount)/i),
    find(/paid/i),
  ]
  const dates = columns.filter(({ name }) => /^(?:created|updated|modified|last_modified)_(?:at|on|date)$/i.test(name))
  return [
    ...(deleted === undefined ? [] : [`Records are only marked as deleted, in ${deleted}.`]),
    ...(total === undefined || paid === undefined ? [] : [`What is still owed may be ${total} less ${paid}.`]),
    ...(dates.length === 0 ? [] : [`When a record was written is in ${dates.map(({ name }) => name).join(' and ')}.`]),
  ]
}

/** Tables that refer to themselves, and those that only connect two others. */
export function patternsOf(tables: readonly ModelTable[]): object {
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
export function templatesOf(tables: readonly ModelTable[]): Record<string, Template> {
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
