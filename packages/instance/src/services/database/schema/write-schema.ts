import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../../gateway/api-request.ts'
import { flag, list } from '../../../gateway/params.ts'
import { idsOf, readBody } from '../../../system/body.ts'
import type { TableDraft } from './drafts.ts'
import { choice, readTable } from './read-schema.ts'
import { itemsOf, oneItem, readTableDraft } from './read-table-draft.ts'
import { assertMay } from './schema-access.ts'
import type { SchemaWriter, WriterContext } from './schema-writer.ts'
import { byReference } from './table-order.ts'
import { dropTableWork, tableWork } from './work-out.ts'

/**
 * `POST`, `PUT` and `PATCH _schema`: each table by itself, in an order in which references find what they refer to. Of one table the refusal
 * is the answer; of several, it stands in its table's place (docs/wire/schema.md).
 */
export async function writeTables(context: WriterContext, writer: SchemaWriter, request: ApiRequest): Promise<object> {
  const serviceId = context.service.row.id
  const items = itemsOf(request.payload, 'table')
  if (items.length === 1) return { resource: [await answer(context, request, await writeOne(items[0]))] }
  const answers: object[] = new Array(items.length)
  const drafts: { draft: TableDraft; position: number }[] = []
  for (const [position, item] of items.entries()) {
    answers[position] = await attempt(nameIn(item), async () => {
      drafts.push({ draft: readTableDraft(item, serviceId), position })
      return {}
    })
  }
  for (const { draft, position } of byReference(drafts)) {
    answers[position] = await attempt(draft.name, async () => {
      await write(
        draft,
        drafts.map((each) => each.draft),
      )
      return {}
    })
  }
  for (const { draft, position } of drafts) {
    if (answers[position] !== undefined && 'error' in answers[position]) continue
    answers[position] = await attempt(draft.name, () => answer(context, request, draft.name))
  }
  return { resource: answers }

  async function writeOne(item: unknown): Promise<string> {
    const draft = readTableDraft(item, serviceId)
    await write(draft, [draft])
    return draft.name
  }

  async function write(draft: TableDraft, all: readonly TableDraft[]): Promise<void> {
    assertMay(request, draft.name)
    const present = request.verb === 'POST' ? await writer.find(draft.name) : await writer.get(draft.name)
    if (present !== null && request.verb === 'POST') {
      throw new Problem(400, `The table '${present.name}' already exists.`)
    }
    const others = all.filter((each) => each !== draft)
    const known = await writer.known(draft.relations, others)
    await writer.carryOut(tableWork(known, draft, present, request.verb === 'PUT'))
  }
}

/** `POST`, `PUT` and `PATCH _schema/{table}` of a table that is there. */
export async function writeTable(
  context: WriterContext,
  writer: SchemaWriter,
  request: ApiRequest,
  name: string,
): Promise<object> {
  const present = await writer.get(name)
  if (request.verb === 'POST' && flag(request.params, 'check_exist')) {
    throw new Problem(400, `The table '${present.name}' already exists.`)
  }
  const draft = readTableDraft(oneItem(request.payload, 'table'), context.service.row.id, present.name)
  await writer.carryOut(tableWork(await writer.known(draft.relations), draft, present, request.verb === 'PUT'))
  return answer(context, request, present.name)
}

/** `DELETE _schema?ids=a,b`, or with a list of them in the body. */
export async function dropTables(writer: SchemaWriter, request: ApiRequest): Promise<object> {
  const body = readBody(request.payload)
  const names = (idsOf(request, body) ?? body.records.map(nameIn)).map(String)
  if (names.length === 0 || names.some((name) => name === '')) throw new Problem(400, 'The request names no table.')
  const tables = await Promise.all([...new Set(names)].map((name) => writer.get(name)))
  for (const { name } of tables) assertMay(request, name)
  const answers = new Map<string, object>()
  // A table goes after those that refer to it.
  const order = byReference(tables.map((table) => ({ draft: table, position: 0 }))).reverse()
  for (const { draft: table } of order) {
    const drop = async () => {
      await writer.carryOut(dropTableWork(await writer.known(), table))
      return { name: table.name }
    }
    answers.set(table.name, tables.length === 1 ? await drop() : await attempt(table.name, drop))
  }
  return { resource: tables.map(({ name }) => answers.get(name)) }
}

/** `DELETE _schema/{table}`. */
export async function dropTable(writer: SchemaWriter, name: string): Promise<object> {
  const table = await writer.get(name)
  await writer.carryOut(dropTableWork(await writer.known(), table))
  return { success: true }
}

/** The name, or with `fields` the new description. */
async function answer({ schema }: WriterContext, request: ApiRequest, name: string): Promise<object> {
  if ((list(request.params, 'fields') ?? []).length === 0 || flag(request.params, 'preview')) return { name }
  return choice(request.params)({ ...(await readTable(schema, request, name)) })
}

/** One of several: its refusal stands in its place. */
async function attempt(name: string, work: () => Promise<object>): Promise<object> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { name, error: { message: error.message, code: error.code } }
  }
}

function nameIn(item: unknown): string {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null) return ''
  const name: unknown = Object.entries(item).find(([key]) => key.toLowerCase() === 'name')?.[1]
  return typeof name === 'string' ? name : ''
}
