import type { PlannedStatement } from '@millwright/connector/engine/schema-change'
import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import type { Dependents } from '@millwright/contract/wire/dependents'
import type { SchemaPreview } from '@millwright/contract/wire/table-schema'
import { databaseBusy } from '../../../../engines/contention.ts'
import { dialectOf } from '../../../../records/system/dialect.ts'
import { transactionOf } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { flag, text } from '../../../../request/params.ts'
import { findBroken, findRenamed } from '../../../ground/system/dependents/find-dependents.ts'
import type { Target } from '../../../ground/system/dependents/forms.ts'
import { readableDependents } from '../../../ground/system/dependents/refuse-in-use.ts'
import type { DatabaseContext, HandleResource } from '../database-context.ts'
import { wireName } from './names.ts'
import { assertMay, fieldOf, listTables, readParts, readTable } from './read-schema.ts'
import type { SchemaCache } from './schema-reader.ts'
import { SchemaWriter } from './schema-writer.ts'
import { createReadFigures } from './table-figures.ts'
import { dropFields, dropRelations, writeFields, writeRelations } from './write-parts.ts'
import { dropTable, dropTables, writeTable, writeTables } from './write-schema.ts'

export interface SchemaContext extends DatabaseContext {
  readonly schema: SchemaCache
}

/** `_schema` of a database service; `rest`: the path after it (docs/wire/schema.md). */
export function createSchemaResource(context: SchemaContext): HandleResource {
  const mutex = new Semaphore({ patience, refusal: databaseBusy })
  const readFigures = createReadFigures(context)
  return async (request, rest) => {
    const place = placeOf(rest)
    if (request.verb === 'GET') {
      if (place.kind === 'all' && flag(request.params, 'figures'))
        return { status: 200, body: await readFigures(request) }
      const wantsDependents = flag(request.params, 'dependents')
      return {
        status: 200,
        body: await (wantsDependents ? dependents(context, request, place) : read(context.schema, request, place)),
      }
    }
    const writer = new SchemaWriter(context, request)
    // Changes are serialized, as each is planned on the result of the previous one.
    return mutex.run(async () => {
      const body = await write(context, writer, request, place)
      return { status: 200, body: writer.previewed === null ? body : previewOf(writer.previewed) }
    })
  }
}

/** Milliseconds that a change waits for earlier ones. */
const patience = 30_000

function previewOf(statements: readonly PlannedStatement[]): SchemaPreview {
  return { statements: statements.flatMap(({ sql, loses, isCheck }) => (isCheck ? [] : [{ sql, loses }])) }
}

/** Meaning of a path: everything, a table, or its fields or relations. */
type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'table'; readonly table: string }
  | {
      readonly kind: 'part'
      readonly table: string
      readonly part: '_field' | '_related'
      readonly name: string | undefined
    }

/** `{table}/{field}` is the older form of `{table}/_field/{field}`. */
function placeOf(rest: readonly string[]): Place {
  const [table, second, third, ...more] = rest
  if (table === undefined || table === '') return { kind: 'all' }
  if (second === undefined) return { kind: 'table', table }
  if (second === '_field' || second === '_related') {
    if (more.length === 0) return { kind: 'part', table, part: second, name: third }
  } else if (third === undefined) return { kind: 'part', table, part: '_field', name: second }
  throw new Problem(404, `'_schema/${rest.join('/')}' does not exist.`)
}

function read(schema: SchemaCache, request: ApiRequest, place: Place): Promise<object> {
  if (place.kind === 'all') return listTables(schema, request)
  if (place.kind === 'table') return readTable(schema, request, place.table)
  return readParts(schema, request, [place.table, place.part, place.name])
}

/** What names a table or a field: what breaks if it is dropped, or with `rename`, what follows a new alias. */
function dependents(context: SchemaContext, request: ApiRequest, place: Place): Promise<object> {
  if (place.kind === 'table') return readDependents(context, request, place.table, null)
  if (place.kind === 'part' && place.part === '_field' && place.name !== undefined)
    return readDependents(context, request, place.table, place.name)
  throw new Problem(400, "'dependents' is for one table, or one field.")
}

function write(context: SchemaContext, writer: SchemaWriter, request: ApiRequest, place: Place): Promise<object> {
  const drops = request.verb === 'DELETE'
  if (place.kind === 'all') return drops ? dropTables(writer, request) : writeTables(context, writer, request)
  const { table } = place
  if (place.kind === 'table') return drops ? dropTable(writer, table) : writeTable(context, writer, request, table)
  if (place.part === '_field') {
    return drops
      ? dropFields(writer, request, table, place.name)
      : writeFields(context, writer, request, table, place.name)
  }
  return drops
    ? dropRelations(writer, request, table, place.name)
    : writeRelations(context, writer, request, table, place.name)
}

/**
 * What names a table or one of its fields in the instance, as far as the caller may read it: what breaks if it is dropped, or, with `rename`,
 * what follows another alias (docs/wire/schema.md). Throws like a read of the table.
 */
async function readDependents(
  { service, schema }: Pick<DatabaseContext, 'service'> & { readonly schema: SchemaCache },
  request: ApiRequest,
  name: string,
  field: string | null,
): Promise<Dependents> {
  const table = await schema.table(name)
  assertMay(request, table.name)
  const { store, kinds } = service.host.parts
  const of = { id: service.row.id, name: service.row.name }
  const target: Target =
    field === null
      ? { kind: 'table', name: table.apiName, service: of, stored: wireName(table.table) }
      : { kind: 'field', name: fieldOf(table, field).apiName, service: of, table: table.apiName }
  const tx = transactionOf(dialectOf(store.engine), store.statements)
  const to = text(request.params, 'rename')
  const groups = await (to === undefined ? findBroken({ tx, kinds }, target) : findRenamed({ tx, kinds }, target, to))
  return readableDependents(tx, request, groups)
}
