import { Problem } from '@millwright/contract/problem'
import { boolean, json, string } from '@millwright/contract/records/field'
import type { Dependents } from '@millwright/contract/wire/dependents'
import { isRecord } from '@millwright/contract/wire/is-record'
import { declareTable } from '../../../../records/system/declared-table.ts'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { OutsideCalls, OutsideChange, OutsideRecords } from '../../../ground/system/outside-records.ts'
import { withKeysOf } from './keys-in-file.ts'
import { generatedFields, goneRelations, normalTable, rowsIn, tableDraft, tableRow } from './table-in-file.ts'

const describedAtOnce = 200

/** Tables of databases in folders of configuration, named `service/table`, through `_schema` of their service (docs/wire/config.md). */
export const databaseTable: OutsideRecords = {
  declaration: {
    name: 'table',
    label: 'Table',
    description: 'A table of a database, with its fields, and what the instance keeps about it.',
    travels: { key: 'name', files: { folder: 'schema', deep: true }, destroys: () => true },
    declared: declareTable({
      table: 'managed_record',
      label: 'Table',
      key: 'name',
      keyType: 'text',
      audit: 'none',
      authority: 'instance',
      fields: {
        name: string({ required: true }),
        label: string({ label: 'Label' }),
        plural: string({ label: 'Plural' }),
        alias: string({ label: 'Alias' }),
        description: string({ label: 'Description' }),
        name_field: string({ label: 'Name Field' }),
        history: boolean({ label: 'Data History', default: false }),
        fields: json<object | null>({ label: 'Fields' }),
        primary_key: json<readonly string[] | null>({ label: 'Primary Key' }),
        keys: json<readonly object[] | null>({ label: 'Keys' }),
        relations: json<object | null>({ label: 'Relations' }),
      },
      columns: {},
    }),
    scope: { values: {} },
    relations: [],
  },
  parts: ['fields', 'keys', 'relations'],
  normal: normalTable,

  async read(service, names, calls) {
    const there = await tablesIn(service, calls)
    if (there === null) return null
    const wanted = names === null ? [...there] : names.filter((name) => there.has(name))
    const found = await describedIn(service, wanted, calls)
    const nameOf = (id: unknown) => {
      const name = calls.services.get(Number(id)) ?? null
      return name === service ? null : name
    }
    const tables = found.filter(({ is_view }) => is_view !== true)
    return new Map(tables.map((table) => [String(table.name), tableRow(`${service}/${table.name}`, table, nameOf)]))
  },

  async losses(service, changes, calls) {
    // It is yet to be made.
    if ((await tablesIn(service, calls)) === null) return new Map()
    const { fresh, there, gone } = await sorted(service, changes, calls)
    const newNames = new Set(fresh.map(({ name }) => name))
    const lost = new Map(
      gone.map((name): [string, readonly string[]] => [name, [`All records of the table '${name}' are lost.`]]),
    )
    // A change can remove what still refers to a table.
    if (gone.length > 0 && there.length === 0) await drop(service, gone, calls, { preview: 'true' })
    if (fresh.length > 0) await send(service, 'POST', fresh, calls, { preview: 'true' })
    for (const change of there) {
      // What refers to a table that is yet to be made cannot be previewed.
      const referring = [...rowsIn(change.draft.field), ...rowsIn(change.draft.keys)]
      if (referring.some(({ ref_table }) => newNames.has(String(ref_table)))) continue
      const body = await send(service, verbOf(change), [change], calls, { preview: 'true' })
      const sentences = rowsIn(body.statements).flatMap(({ loses }) => (typeof loses === 'string' ? [loses] : []))
      if (sentences.length > 0) lost.set(change.name, [...new Set(sentences)])
    }
    return lost
  },

  async dependents(service, name, calls) {
    const requestFields = { resource: `_schema/${name}`, params: { dependents: 'true' } }
    const { body } = await called(service, requestFields, calls)
    // The shape is that of the instance's own answer.
    return (body as Dependents).resource
  },

  async write(service, changes, calls) {
    const refused = new Map<string, Error>()
    const { fresh, there, gone } = await sorted(service, changes, calls)
    const attempt = async (names: readonly string[], work: () => Promise<unknown>) => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Error)) throw error
        for (const name of names) refused.set(name, error)
      }
    }
    const names = fresh.map(({ name }) => name)
    if (names.length > 0)
      await attempt(names, async () => {
        note(await send(service, 'POST', fresh, calls, {}))
      })
    for (const change of there)
      await attempt([change.name], async () => {
        for (const relation of change.relations)
          await ask(service, { verb: 'DELETE', resource: `_schema/${change.name}/_related/${relation}` }, calls)
        await send(service, verbOf(change), [change], calls, {})
      })
    if (gone.length > 0)
      await attempt(gone, async () => {
        note(await drop(service, gone, calls, {}))
      })
    return refused

    /** Of several tables, each that is refused has its error. */
    function note({ resource }: Row): void {
      for (const { name, error } of rowsIn(resource)) {
        if (isRecord(error)) refused.set(String(name), new Problem(400, String(error.message)))
      }
    }
  },
}

/** A change as it is sent. */
interface Draft {
  readonly name: string
  readonly draft: Row
  readonly prune: boolean
  /** Relations that are to go. */
  readonly relations: readonly string[]
}

/** Changes by what they come to in the database as it is now. */
async function sorted(service: string, changes: readonly OutsideChange[], calls: OutsideCalls) {
  const present = (await tablesIn(service, calls)) ?? new Set()
  const idOf = (wanted: string) => [...calls.services].find(([, name]) => name === wanted)?.[0] ?? null
  const kept = changes.filter(({ row, name }) => row !== null && present.has(name)).map(({ name }) => name)
  const described = new Map((await describedIn(service, kept, calls)).map((table) => [String(table.name), table]))
  const fresh: Draft[] = []
  const there: Draft[] = []
  const gone: string[] = []
  for (const { name, row, prune } of changes) {
    const before = described.get(name)
    if (row === null) gone.push(...(present.has(name) ? [name] : []))
    else if (before === undefined) fresh.push({ name, draft: tableDraft(name, row, idOf), prune, relations: [] })
    else {
      const draft = tableDraft(name, row, idOf)
      const field = [...rowsIn(draft.field), ...generatedFields(before)]
      const keys = prune ? draft.keys : withKeysOf(before, rowsIn(draft.keys))
      there.push({ name, draft: { ...draft, field, keys }, prune, relations: prune ? goneRelations(before, row) : [] })
    }
  }
  return { fresh, there, gone }
}

/** `PUT` drops the fields that are not sent. */
const verbOf = ({ prune }: Draft) => (prune ? 'PUT' : 'PATCH')

async function send(
  service: string,
  verb: ApiRequest['verb'],
  drafts: readonly Draft[],
  calls: OutsideCalls,
  params: ApiRequest['params'],
): Promise<Row> {
  const payload = { resource: drafts.map(({ draft }) => draft) }
  return ask(service, { verb, resource: '_schema', params, payload }, calls)
}

function drop(service: string, names: readonly string[], calls: OutsideCalls, params: ApiRequest['params']) {
  return ask(service, { verb: 'DELETE', params, payload: { resource: names.map((name) => ({ name })) } }, calls)
}

/** Names of the tables of a service; `null` if there is no such service, or it has no tables. */
async function tablesIn(service: string, calls: OutsideCalls): Promise<ReadonlySet<string> | null> {
  try {
    const { resource } = await ask(service, { params: { as_list: 'true', refresh: 'true' } }, calls)
    return new Set(Array.isArray(resource) ? resource.map(String) : [])
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

async function describedIn(service: string, names: readonly string[], calls: OutsideCalls): Promise<Row[]> {
  const found: Row[] = []
  for (let from = 0; from < names.length; from += describedAtOnce) {
    const payload = { ids: names.slice(from, from + describedAtOnce) }
    found.push(...rowsIn((await ask(service, { payload }, calls)).resource))
  }
  return found
}

async function ask(service: string, requestFields: Partial<ApiRequest>, calls: OutsideCalls): Promise<Row> {
  const { body } = await called(service, requestFields, calls)
  return isRecord(body) ? body : {}
}

function called(
  service: string,
  { verb = 'GET', resource = '_schema', params = {}, payload }: Partial<ApiRequest>,
  { call, request }: OutsideCalls,
) {
  const target = { verb, service: service.toLowerCase(), resource, params, payload, payloadFormat: 'json' } as const
  return call({ ...request, ...target, query: undefined, appliesConfig: true })
}
