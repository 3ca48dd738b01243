import type { ListAnswer } from '@millwright/contract/wire/list'
import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'
import { type ListedTable, readTables, schemaKey, tablesQuery } from '../../instance/service-tables.ts'

/** The path of a service's schema, or of a part of it. */
export function schemaPath(service: string, ...parts: readonly string[]): string {
  return [service, '_schema', ...parts].map(encodeURIComponent).join('/')
}

/** One table with its fields and relations. */
export function schemaTableQuery(service: string, table: string) {
  return queryOptions({
    queryKey: [...schemaKey(service), 'table', table],
    queryFn: ({ signal }) => readTableNow(service, table, signal),
    staleTime: 10_000,
  })
}

export async function readTableNow(service: string, table: string, signal?: AbortSignal): Promise<TableSchema> {
  const { data } = await send<unknown>({ verb: 'GET', path: schemaPath(service, table), signal })
  return readTable(data)
}

export async function readFieldNow(service: string, table: string, field: string): Promise<FieldSchema> {
  const { data } = await send<unknown>({ verb: 'GET', path: schemaPath(service, table, '_field', field) })
  return readField(data)
}

/** Number of tables described in one request, since URLs are limited in length. */
const describedAtOnce = 40
/** Concurrent requests, limited so that others are not held up. */
const abreast = 4

/** The descriptions of all tables of a service. */
export function wholeSchemaQuery(service: string, tables: readonly ListedTable[]) {
  const names = tables.map(({ name }) => name)
  return queryOptions({
    queryKey: [...schemaKey(service), 'whole', names.join()],
    queryFn: async ({ signal }): Promise<readonly TableSchema[]> => {
      const all: TableSchema[] = []
      const step = describedAtOnce * abreast
      for (let from = 0; from < names.length; from += step) {
        const requests = inPortions(names.slice(from, from + step), describedAtOnce)
        all.push(...(await Promise.all(requests.map((some) => describeTables(service, some, signal)))).flat())
      }
      return all
    },
    staleTime: 30_000,
  })
}

async function describeTables(
  service: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly TableSchema[]> {
  const params = { ids: names.join(',') }
  const { data } = await send<ListAnswer<unknown>>({ verb: 'GET', path: schemaPath(service), params, signal })
  return (data.resource ?? []).map(readTable).filter(({ name }) => name !== '')
}

function inPortions<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}

/** Invalidates everything cached about a service's schema. */
export function invalidateSchema(queryClient: QueryClient, service: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: schemaKey(service) })
}

/**
 * Makes the instance read the schema from the database again, and reloads the open table. Resolves to `true` if the table no longer
 * exists.
 */
export async function refreshSchema(queryClient: QueryClient, service: string, table: string | null): Promise<boolean> {
  const tables = await readTables(service, true)
  queryClient.setQueryData(tablesQuery(service).queryKey, tables)
  const there = table !== null && tables.some(({ name }) => name === table)
  if (there) {
    const params = { refresh: true }
    const { data } = await send<unknown>({ verb: 'GET', path: schemaPath(service, table), params })
    queryClient.setQueryData(schemaTableQuery(service, table).queryKey, readTable(data))
  }
  await queryClient.invalidateQueries({ queryKey: schemaKey(service) })
  return table !== null && !there
}

/** Normalizes a table description: fills in missing properties and preserves unknown ones. */
export function readTable(answer: unknown): TableSchema {
  const raw = objectOf(answer)
  const name = textOf(raw.name)
  return {
    ...emptyTable,
    ...raw,
    name,
    label: textOf(raw.label) || name,
    plural: textOf(raw.plural),
    field: rowsOf(raw.field).map(readField),
    related: rowsOf(raw.related).map(readRelation),
    primary_key: Array.isArray(raw.primary_key) ? raw.primary_key.map(String) : [],
  }
}

export function readField(answer: unknown): FieldSchema {
  const { nested, ...raw } = objectOf(answer)
  return {
    ...emptyField,
    ...raw,
    name: textOf(raw.name),
    type: textOf(raw.type),
    ...(Array.isArray(nested) && { nested: nested.map(readField) }),
  }
}

function readRelation(answer: unknown): RelationSchema {
  const raw = objectOf(answer)
  return { ...emptyRelation, ...raw, name: textOf(raw.name) }
}

export const emptyTable: TableSchema = {
  name: '',
  alias: null,
  label: '',
  plural: '',
  description: null,
  native: [],
  is_view: false,
  primary_key: [],
  name_field: null,
  field: [],
  related: [],
  constraints: {},
  access: 31,
}

export const emptyField: FieldSchema = {
  name: '',
  alias: null,
  label: '',
  description: null,
  native: [],
  type: '',
  db_type: null,
  length: null,
  precision: null,
  scale: null,
  default: null,
  required: false,
  allow_null: false,
  fixed_length: false,
  supports_multibyte: false,
  auto_increment: false,
  is_primary_key: false,
  is_unique: false,
  is_index: false,
  is_foreign_key: false,
  ref_table: null,
  ref_field: null,
  ref_on_update: null,
  ref_on_delete: null,
  picklist: null,
  validation: null,
  db_function: null,
  is_virtual: false,
  is_aggregate: false,
}

export const emptyRelation: RelationSchema = {
  name: '',
  alias: null,
  label: '',
  description: null,
  native: [],
  type: 'belongs_to',
  field: '',
  ref_service_id: null,
  ref_table: '',
  ref_field: '',
  ref_on_update: null,
  ref_on_delete: null,
  junction_service_id: null,
  junction_table: null,
  junction_field: null,
  junction_ref_field: null,
  is_virtual: false,
  always_fetch: false,
  flatten: false,
  flatten_drop_prefix: false,
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
