import { Problem } from '@millwright/contract/problem'
import { wireField, wireRelation } from '../../../../records/wire-table.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { idsOf, readBody } from '../../../../request/body.ts'
import { flag, list } from '../../../../request/params.ts'
import type { RelationDraft } from './drafts.ts'
import { planForgetting } from './plan-relations.ts'
import { assertDistinct, readFieldDraft } from './read-field-draft.ts'
import { fieldOf, findField, relationOf } from './read-schema.ts'
import { itemsOf, oneItem, readRelationDraft } from './read-table-draft.ts'
import type { SchemaWriter, WriterContext } from './schema-writer.ts'
import { dropFieldsWork, fieldsWork, relationsWork } from './work-out.ts'

/** `POST`, `PUT` and `PATCH` of `_field`, for several fields or one in the URL: creates them, or changes what was sent. */
export async function writeFields(
  { schema }: WriterContext,
  writer: SchemaWriter,
  request: ApiRequest,
  tableName: string,
  name: string | undefined,
): Promise<object> {
  const table = await writer.get(tableName)
  const drafts =
    name === undefined
      ? itemsOf(request.payload, 'field').map((item) => readFieldDraft(item))
      : [readFieldDraft(oneItem(request.payload, 'field'), request.verb === 'PATCH' ? fieldOf(table, name).name : name)]
  assertDistinct(drafts)
  if (request.verb === 'POST' && flag(request.params, 'check_exist')) {
    const known = drafts.find((draft) => findField(table, draft.name) !== undefined)
    if (known !== undefined) throw new Problem(400, `The field '${known.name}' already exists.`)
  }
  await writer.carryOut(fieldsWork(await writer.known(), table, drafts))
  const names = drafts.map((draft) => findField(table, draft.name)?.name ?? draft.name)
  if (!wantsAll(request)) return written(names, name)
  const after = await schema.table(table.name)
  const fields = names.map((each) => wireField(fieldOf(after, each)))
  return name === undefined ? { resource: fields } : (fields[0] ?? {})
}

/** `POST`, `PUT` and `PATCH` of `_related`. */
export async function writeRelations(
  { schema, service }: WriterContext,
  writer: SchemaWriter,
  request: ApiRequest,
  tableName: string,
  name: string | undefined,
): Promise<object> {
  const table = await writer.get(tableName)
  const serviceId = service.row.id
  const drafts: readonly RelationDraft[] =
    name === undefined
      ? itemsOf(request.payload, 'relation').map((item) => readRelationDraft(item, serviceId))
      : [readRelationDraft(oneItem(request.payload, 'relation'), serviceId, name)]
  for (const draft of drafts) if (draft.virtual === null) relationOf(table, draft.name ?? '')
  const work = relationsWork(await writer.known(drafts), table, drafts)
  await writer.carryOut(work)
  if (!wantsAll(request)) return written(work.relations, name)
  const after = await schema.table(table.name)
  const relations = work.relations.map((each) => wireRelation(relationOf(after, each)))
  return name === undefined ? { resource: relations } : (relations[0] ?? {})
}

/** `DELETE` of `_field`: drops those named by `ids` or the body, or a single one. */
export async function dropFields(
  writer: SchemaWriter,
  request: ApiRequest,
  tableName: string,
  name: string | undefined,
): Promise<object> {
  const table = await writer.get(tableName)
  const names = namesOf(request, name, 'field').map((each) => fieldOf(table, each).name)
  await writer.carryOut(dropFieldsWork(await writer.known(), table, names))
  return { success: true }
}

/** `DELETE` of `_related`: deletes virtual relations, and the extras of others. */
export async function dropRelations(
  writer: SchemaWriter,
  request: ApiRequest,
  tableName: string,
  name: string | undefined,
): Promise<object> {
  const table = await writer.get(tableName)
  const relations = namesOf(request, name, 'relation').map((each) => relationOf(table, each))
  const extras = relations.flatMap((relation) => planForgetting(table.name, relation))
  await writer.carryOut({ table: table.name, statements: [], extras, relations: [] })
  return { success: true }
}

function namesOf(request: ApiRequest, name: string | undefined, what: string): readonly string[] {
  if (name !== undefined) return [name]
  const body = readBody(request.payload)
  const identifiers = idsOf(request, body) ?? body.records.map((record) => nameIn(record))
  const names = identifiers.map(String).filter((each) => each !== '')
  if (names.length === 0) throw new Problem(400, `The request names no ${what}.`)
  return names
}

function nameIn(record: unknown): string {
  if (typeof record === 'string') return record
  const name = typeof record === 'object' && record !== null && 'name' in record ? record.name : ''
  return typeof name === 'string' ? name : ''
}

function wantsAll({ params }: ApiRequest): boolean {
  return (list(params, 'fields') ?? []).length > 0 && !flag(params, 'preview')
}

function written(names: readonly string[], single: string | undefined): object {
  return single === undefined ? { resource: names.map((name) => ({ name })) } : { name: names[0] ?? single }
}
