import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import type { Params } from '../../instance/transport.ts'
import { schemaPath } from './schema-queries.ts'
import type { TableChanges } from './table-draft.ts'

/** A change of a schema as it goes over the wire; the same call asks for its preview. */
export interface SchemaCall {
  readonly verb: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly params?: Params
  readonly body?: object
}

export function createTables(service: string, tables: readonly object[], params: Params): SchemaCall[] {
  return [{ verb: 'POST', path: schemaPath(service), params, body: { resource: tables } }]
}

/** Drops come last: when what is added is refused, nothing is lost. */
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

/** A new table as it is sent: without what only a server can say. */
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

/** Words left blank are the server's to find: an empty name or label would be kept as such. */
function withoutBlanks(members: object): object {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, value]) =>
      value !== '' || !blankable.has(key) ? [[key, value]] : key === 'name' ? [] : [[key, null]],
    ),
  )
}

const blankable: ReadonlySet<string> = new Set(['name', 'label', 'plural'])
