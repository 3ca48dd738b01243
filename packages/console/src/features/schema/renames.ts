import type { FieldSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import type { Rename } from '../../widgets/list/deletion/deletion-question.tsx'
import { schemaPath } from './schema-queries.ts'

/** The new names in the API that a change gives to a table and its fields. */
export function tableRenames(service: string, before: TableSchema, after: TableSchema): readonly Rename[] {
  const { name } = before
  const now = new Map(after.field.map((field) => [field.name, field]))
  const from = before.alias || name
  const to = after.alias || name
  const path = `_table/${from}`
  const usage = { service: service.toLowerCase(), resource: `${path},${path}/{id}` }
  return [
    ...(from === to ? [] : [{ path: schemaPath(service, name), from, to, usage }]),
    ...before.field.flatMap((field) => fieldRenames(service, name, field, now.get(field.name) ?? field)),
  ]
}

/** The new name in the API that a change gives to a field, if any. */
export function fieldRenames(
  service: string,
  table: string,
  before: FieldSchema,
  after: FieldSchema,
): readonly Rename[] {
  const from = before.alias || before.name
  const to = after.alias || after.name
  return from === to ? [] : [{ path: schemaPath(service, table, '_field', before.name), from, to }]
}
