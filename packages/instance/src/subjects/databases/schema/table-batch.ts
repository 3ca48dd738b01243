import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { FieldDraft, TableDraft } from './drafts.ts'
import { leadsToCountedKey } from './references.ts'
import { assertMay } from './schema-access.ts'
import type { SchemaWriter } from './schema-writer.ts'
import { fieldsWork, type Known, tableWork } from './work-out.ts'

/** Tables of one request, which may refer to each other in circles. */
export class TableBatch {
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
    const refTables = (draft.fields ?? []).map(({ refTable }) => refTable?.toLowerCase() ?? '')
    const waiting = new Set(refTables.filter((name) => this.#waiting.has(name)))
    await this.#writer.carryOut(tableWork({ ...(await this.#known(draft)), waiting }, draft, present, verb === 'PUT'))
    this.#open.set(draft, waiting)
  }

  /** Adds the deferred references. */
  async complete(draft: TableDraft): Promise<void> {
    const waiting = this.#open.get(draft) ?? new Set()
    const fields = (draft.fields ?? []).filter(({ refTable }) => waiting.has(refTable?.toLowerCase() ?? ''))
    if (fields.length === 0 || this.#writer.previewed !== null) return
    const present = await this.#writer.get(draft.name, this.#names(draft))
    await this.#writer.carryOut(fieldsWork(await this.#known(draft), present, fields))
  }

  #known(draft: TableDraft): Promise<Known> {
    return this.#writer.known(draft.relations, this.#drafts, this.#names(draft))
  }

  /** Returns the names that the change can refer to; `undefined`: any, as for relations and dropped fields. */
  #names({ name, extras, fields = [], relations }: TableDraft): readonly string[] | undefined {
    if (relations.length > 0 || this.#request.verb === 'PUT') return undefined
    const ends = fields.filter((field) => !this.#knowsEnd(field)).map(({ refTable }) => refTable)
    return [name, extras.alias, ...ends].filter((each) => typeof each === 'string')
  }

  /** Avoids reading tables again for references to generated keys, which would dominate a long chain of tables. */
  #knowsEnd(field: FieldDraft): boolean {
    const end = this.#drafts.get(field.refTable?.toLowerCase() ?? '')
    const isMade = this.#request.verb === 'POST' && end !== undefined && this.#open.has(end)
    return isMade && leadsToCountedKey(field, end)
  }
}
