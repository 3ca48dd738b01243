import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../../gateway/api-request.ts'
import type { DatabaseContext } from '../database-context.ts'
import type { HandleResource } from '../database-resource.ts'
import { listTables, readParts, readTable } from './read-schema.ts'
import type { KeptSchema } from './schema-reader.ts'

export interface SchemaContext extends DatabaseContext {
  readonly schema: KeptSchema
}

/** `_schema` of a database service: `rest` is the path behind it (docs/wire/schema.md). */
export function createSchemaResource({ schema }: SchemaContext): HandleResource {
  return async (request, rest) => {
    const place = placeOf(rest)
    if (request.verb === 'GET') return { status: 200, body: await read(schema, request, place) }
    throw new Problem(501, 'The schema cannot be changed yet.')
  }
}

/** What an address means: everything, a table, or its fields or relations. */
type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'table'; readonly table: string }
  | {
      readonly kind: 'part'
      readonly table: string
      readonly part: '_field' | '_related'
      readonly name: string | undefined
    }

/** `{table}/{field}` is the old spelling of `{table}/_field/{field}`. */
function placeOf(rest: readonly string[]): Place {
  const [table, second, third, ...more] = rest
  if (table === undefined || table === '') return { kind: 'all' }
  if (second === undefined) return { kind: 'table', table }
  if (second === '_field' || second === '_related') {
    if (more.length === 0) return { kind: 'part', table, part: second, name: third }
  } else if (third === undefined) return { kind: 'part', table, part: '_field', name: second }
  throw new Problem(404, `There is nothing at '_schema/${rest.join('/')}'.`)
}

function read(schema: KeptSchema, request: ApiRequest, place: Place): Promise<object> {
  if (place.kind === 'all') return listTables(schema, request)
  if (place.kind === 'table') return readTable(schema, request, place.table)
  return readParts(schema, request, [place.table, place.part, place.name])
}
