import { Problem } from '@millwright/contract/problem'
import { Yielder } from '../../../../platform/yielder.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { idsOf, readBody } from '../../../../request/body.ts'
import { choice, flag, list } from '../../../../request/params.ts'
import type { FieldDraft, TableDraft } from './drafts.ts'
import { tableNameOf, wireName } from './names.ts'
import { assertMay, readTable } from './read-schema.ts'
import { itemsOf, oneItem, readTableDraft } from './read-table-draft.ts'
import { byReference, droppableTogether, leadsToCountedKey } from './references.ts'
import type { SchemaWriter, WriterContext } from './schema-writer.ts'
import { dropTableWork, fieldsWork, type Known, tableWork } from './work-out.ts'

/**
 * `POST`, `PUT` and `PATCH _schema`: writes each table separately, in an order in which references find their targets. The error of a
 * single table, and any error before the first write, is thrown; of several tables, it is returned in its table's place
 * (docs/wire/schema.md).
 */
export async function writeTables(context: WriterContext, writer: SchemaWriter, request: ApiRequest): Promise<object> {
  const serviceId = context.service.row.id
  const items = itemsOf(request.payload, 'table')
  const alone = items.length === 1 || writer.previewed !== null
  const places: { name: string; draft: TableDraft | null; refused: object | null }[] = []
  for (const item of items) {
    const place = { name: nameIn(item), draft: null as TableDraft | null, refused: null as object | null }
    places.push(place)
    place.refused = await attempt(place.name, alone, async () => {
      const draft = readTableDraft(item, serviceId)
      place.draft = { ...draft, name: wireName(tableNameOf(draft.name, context.engine)) }
      place.name = place.draft.name
    })
  }
  const drafts = places.flatMap(({ draft }) => draft ?? [])
  if (drafts.length > 1) await writer.lookAtAll()
  const batch = new TableBatch(writer, request, drafts)
  const ordered = byReference(drafts)
  const yielder = new Yielder()
  const placeOf = new Map(places.map((place) => [place.draft, place]))
  for (const steps of [batch.write, batch.complete]) {
    for (const draft of ordered) {
      await yielder.step()
      const place = placeOf.get(draft)
      if (place === undefined || place.refused !== null) continue
      place.refused = await attempt(draft.name, alone, () => steps.call(batch, draft))
    }
  }
  const answers = places.map(async ({ name, refused }) => refused ?? (await answer(context, request, name)))
  return { resource: await Promise.all(answers) }
}

/** `POST`, `PUT` and `PATCH _schema/{table}` of an existing table. */
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

/** `DELETE _schema?ids=a,b`, or with a list of names in the body. */
export async function dropTables(writer: SchemaWriter, request: ApiRequest): Promise<object> {
  const body = readBody(request.payload)
  const names = (idsOf(request, body) ?? body.records.map(nameIn)).map(String)
  if (names.length === 0 || names.some((name) => name === '')) throw new Problem(400, 'The request names no table.')
  if (names.length > 1) await writer.lookAtAll()
  const tables = await Promise.all([...new Set(names)].map((name) => writer.get(name)))
  for (const { name } of tables) assertMay(request, name)
  const answers = new Map<string, object>()
  const alone = tables.length === 1 || writer.previewed !== null
  // A table is dropped after those that refer to it, except in a circle.
  const order = byReference(tables).reverse()
  const together = droppableTogether(
    (await writer.known()).state,
    order.map(({ name }) => name),
  )
  const before = new Set<string>()
  const after = new Set(together)
  for (const table of order) {
    after.delete(table.name)
    const refused = await attempt(table.name, alone, async () =>
      writer.carryOut(dropTableWork(await writer.known(), table, { before, after })),
    )
    if (refused === null) before.add(table.name)
    answers.set(table.name, refused ?? { name: table.name })
  }
  return { resource: tables.map(({ name }) => answers.get(name)) }
}

/** `DELETE _schema/{table}`. */
export async function dropTable(writer: SchemaWriter, name: string): Promise<object> {
  const table = await writer.get(name)
  await writer.carryOut(dropTableWork(await writer.known(), table, { before: new Set(), after: new Set() }))
  return { success: true }
}

/** Returns the name, or the new description with `fields`. */
async function answer({ schema }: WriterContext, request: ApiRequest, name: string): Promise<object> {
  if ((list(request.params, 'fields') ?? []).length === 0 || flag(request.params, 'preview')) return { name }
  return choice(request.params)({ ...(await readTable(schema, request, name)) })
}

/** Returns the error of one of several tables, or `null` if there is none; throws that of a single table. */
async function attempt(name: string, alone: boolean, work: () => Promise<void>): Promise<object | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (alone || !(error instanceof Problem)) throw error
    return { name, error: { message: error.message, code: error.code } }
  }
}

function nameIn(item: unknown): string {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null) return ''
  const name: unknown = Object.entries(item).find(([key]) => key.toLowerCase() === 'name')?.[1]
  return typeof name === 'string' ? name : ''
}

/** Tables of one request, which may refer to each other in circles. */
class TableBatch {
  readonly #writer: SchemaWriter
  readonly #request: ApiRequest
  /** Drafts without rejected ones, by their names in lower case. */
  readonly #drafts: Map<string, TableDraft>
  /** Names of tables that do not exist yet, in lower case. */
  readonly #waiting = new Set<string>()
  /** Deferred references to tables that were created later, by table. */
  readonly #open = new Map<TableDraft, ReadonlySet<string>>()

  constructor(writer: SchemaWriter, request: ApiRequest, drafts: readonly TableDraft[]) {
    this.#writer = writer
    this.#request = request
    // Of two tables with the same name, the first one is created.
    this.#drafts = new Map(drafts.toReversed().map((draft) => [draft.name.toLowerCase(), draft]))
    if (request.verb === 'POST') for (const { name } of drafts) this.#waiting.add(name.toLowerCase())
  }

  /** Creates or changes a table, without references to later tables. */
  async write(draft: TableDraft): Promise<void> {
    try {
      await this.#write(draft)
    } catch (error) {
      const name = draft.name.toLowerCase()
      if (this.#drafts.get(name) === draft) this.#drafts.delete(name)
      throw error
    }
  }

  async #write(draft: TableDraft): Promise<void> {
    const { verb } = this.#request
    assertMay(this.#request, draft.name)
    const names = this.#names(draft)
    const present =
      verb === 'POST' ? await this.#writer.find(draft.name, names) : await this.#writer.get(draft.name, names)
    this.#waiting.delete(draft.name.toLowerCase())
    if (present !== null && verb === 'POST') throw new Problem(400, `The table '${present.name}' already exists.`)
    const refTables = [...(draft.fields ?? []), ...(draft.keys ?? [])].map(
      ({ refTable }) => refTable?.toLowerCase() ?? '',
    )
    const waiting = new Set(refTables.filter((name) => this.#waiting.has(name)))
    await this.#writer.carryOut(tableWork({ ...(await this.#known(draft)), waiting }, draft, present, verb === 'PUT'))
    this.#open.set(draft, waiting)
  }

  /** Adds the deferred references. */
  async complete(draft: TableDraft): Promise<void> {
    const waiting = this.#open.get(draft) ?? new Set()
    const isOpen = ({ refTable }: { refTable: string | null | undefined }) => waiting.has(refTable?.toLowerCase() ?? '')
    const fields = (draft.fields ?? []).filter(isOpen)
    const keys = draft.keys?.some(isOpen) === true ? draft.keys : undefined
    if ((fields.length === 0 && keys === undefined) || this.#writer.previewed !== null) return
    const present = await this.#writer.get(draft.name, this.#names(draft))
    await this.#writer.carryOut(fieldsWork(await this.#known(draft), present, fields, keys))
  }

  #known(draft: TableDraft): Promise<Known> {
    return this.#writer.known(draft.relations, this.#drafts, this.#names(draft))
  }

  /** Returns the names that the change can refer to; `undefined`: any, as for relations and dropped fields. */
  #names({ name, extras, fields = [], keys = [], relations }: TableDraft): readonly string[] | undefined {
    if (relations.length > 0 || this.#request.verb === 'PUT') return undefined
    const ends = [...fields.filter((field) => !this.#knowsEnd(field)), ...keys].map(({ refTable }) => refTable)
    return [name, extras.alias, ...ends].filter((each) => typeof each === 'string')
  }

  /** Avoids reading tables again for references to generated keys, which would dominate a long chain of tables. */
  #knowsEnd(field: FieldDraft): boolean {
    const end = this.#drafts.get(field.refTable?.toLowerCase() ?? '')
    const isMade = this.#request.verb === 'POST' && end !== undefined && this.#open.has(end)
    return isMade && leadsToCountedKey(field, end)
  }
}
