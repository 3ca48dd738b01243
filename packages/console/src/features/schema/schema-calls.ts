import type {
  FieldSchema,
  PreviewedStatement,
  RelationSchema,
  SchemaPreview,
  TableSchema,
} from '@millwright/contract/wire/table-schema'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import { schemaPath } from './schema-queries.ts'
import type { TableChanges } from './table-draft.ts'

/** A schema change as an API call; the same call can request its preview. */
export interface SchemaCall {
  readonly verb: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly params?: Params
  readonly body?: object
}

export function createTables(service: string, tables: readonly object[], params: Params): SchemaCall[] {
  return [{ verb: 'POST', path: schemaPath(service), params, body: { resource: tables } }]
}

/** Drops come last, so that nothing is lost if an addition is rejected. */
export function changeTable(service: string, table: string, changes: TableChanges): SchemaCall[] {
  const { members, fields, relations, droppedFields, droppedRelations } = changes
  const body = {
    ...withoutBlanks(members),
    ...(fields.length > 0 && { field: fields.map(withoutBlanks) }),
    ...(relations.length > 0 && { related: relations.map(withoutBlanks) }),
  }
  return [
    ...(Object.keys(body).length > 0 ? [{ verb: 'PATCH', path: schemaPath(service, table), body } as const] : []),
    ...droppedRelations.flatMap((name) => dropRelation(service, table, name)),
    ...droppedFields.flatMap((name) => dropField(service, table, name)),
  ]
}

export function dropTable(service: string, table: string): SchemaCall[] {
  return [{ verb: 'DELETE', path: schemaPath(service, table) }]
}

export function saveField(service: string, table: string, field: FieldSchema, isNew: boolean): SchemaCall[] {
  const path = schemaPath(service, table, '_field')
  return [{ verb: isNew ? 'POST' : 'PATCH', path, body: { resource: [withoutBlanks(field)] } }]
}

export function dropField(service: string, table: string, field: string): SchemaCall[] {
  return [{ verb: 'DELETE', path: schemaPath(service, table, '_field', field) }]
}

export function saveRelation(service: string, table: string, relation: RelationSchema, isNew: boolean): SchemaCall[] {
  const path = schemaPath(service, table, '_related')
  return [{ verb: isNew ? 'POST' : 'PATCH', path, body: { resource: [withoutBlanks(relation)] } }]
}

export function dropRelation(service: string, table: string, relation: string): SchemaCall[] {
  return [{ verb: 'DELETE', path: schemaPath(service, table, '_related', relation) }]
}

/** The body that creates a table, without properties that only a server sets. */
export function newTableBody(table: TableSchema): object {
  const {
    native: _native,
    access: _access,
    constraints: _constraints,
    primary_key: _key,
    is_view: _view,
    ...rest
  } = table
  return { ...withoutBlanks(rest), field: table.field.map(withoutBlanks), related: table.related.map(withoutBlanks) }
}

/** Omits blank names and labels, so that the server sets them instead of storing empty text. */
function withoutBlanks(members: object): object {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, value]) =>
      value !== '' || !blankable.has(key) ? [[key, value]] : key === 'name' ? [] : [[key, null]],
    ),
  )
}

const blankable: ReadonlySet<string> = new Set(['name', 'label', 'plural'])

/** Makes the calls in order and stops at the first error. */
export async function runCalls(calls: readonly SchemaCall[]): Promise<void> {
  for (const call of calls) {
    const { data } = await send<unknown>(call)
    const refused = refusedRows(data)
    if (refused.length > 0) throw new InstanceError(refused.join('\n'))
  }
}

/** The statements that calls would run, in order. Requires a server with `schema-preview`. */
export async function previewCalls(calls: readonly SchemaCall[], signal?: AbortSignal): Promise<PreviewedStatement[]> {
  const all: PreviewedStatement[] = []
  for (const call of calls) {
    const params = { ...call.params, preview: true }
    // A preview changes nothing, so it is allowed while changes are blocked.
    const { data } = await send<Partial<SchemaPreview>>({ ...call, params, signal, evenLocked: true })
    all.push(...(data.statements ?? []))
  }
  return all
}

/** Some servers respond with 200 to a list of which some rows failed, with errors in their positions. */
function refusedRows(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('resource' in answer) || !Array.isArray(answer.resource))
    return []
  return answer.resource.flatMap((row: unknown) => {
    const error = typeof row === 'object' && row !== null && 'error' in row ? row.error : null
    return typeof error === 'object' && error !== null && 'message' in error ? [String(error.message)] : []
  })
}
