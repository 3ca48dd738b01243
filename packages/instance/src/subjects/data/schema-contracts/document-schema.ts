import type { DocumentedField, TableDocument } from '@millwright/contract/wire/schema-contract'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { SchemaSnapshot } from './contract-store.ts'
import { tableDocument } from './table-document.ts'

/** Simple types of the API that are not strings in JSON. */
const types: Readonly<Record<string, { readonly type: string; readonly format?: string }>> = {
  id: { type: 'integer', format: 'int32' },
  reference: { type: 'integer', format: 'int32' },
  integer: { type: 'integer', format: 'int32' },
  bigint: { type: 'integer', format: 'int64' },
  boolean: { type: 'boolean' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  money: { type: 'number' },
  date: { type: 'string', format: 'date' },
  json: { type: 'object' },
}

/** A record of the table as JSON Schema. */
export function documentSchema({ name, description, fields }: TableDocument): object {
  const shown = (field: DocumentedField) => field.alias ?? field.name
  const required = fields.filter((field) => field.required).map(shown)
  return {
    title: name,
    ...(description === null ? {} : { description }),
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [shown(field), fieldSchema(field)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

function fieldSchema(field: DocumentedField): object {
  const base = types[field.type] ?? { type: 'string' }
  return {
    ...base,
    type: field.allow_null ? [base.type, 'null'] : base.type,
    ...(field.description === null ? {} : { description: field.description }),
    ...(base.type === 'string' && field.length !== null ? { maxLength: field.length } : {}),
    ...(field.enum === null ? {} : { enum: field.enum.values }),
    ...(field.read_only ? { readOnly: true } : {}),
  }
}

/** Schemas of all tables: the locked shape if there is one, otherwise the current one. */
export function documentSchemas(
  locked: readonly (readonly [SchemaSnapshot, TableDocument])[],
  live: readonly DescribedTable[],
): object {
  const schemas: Record<string, object> = {}
  const sources: Record<string, object> = {}
  for (const table of live) {
    schemas[table.name] = documentSchema(tableDocument(table))
    sources[table.name] = { source: 'live', version: null }
  }
  for (const [{ contract_version }, document] of locked) {
    schemas[document.name] = documentSchema(document)
    sources[document.name] = { source: 'snapshot', version: contract_version }
  }
  return { components: { schemas }, sources }
}
