import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { RowStream } from '../../../request/row-stream.ts'
import { severalNamed } from './named-record.ts'
import { createReadNamed } from './named-records.ts'
import type { DatabaseContent, Exporting, PackageContent, SystemRecords, TableRecords } from './package-content.ts'
import type { PackagedType } from './packaged-types.ts'
import { get, readRecordNames, readSelected } from './read-records.ts'

const recordsAtOnce = 200

interface ExportedContent extends PackageContent {
  /** Paths by file service. Those of folders have a trailing slash. */
  readonly files: ReadonlyMap<string, readonly string[]>
}

/**
 * Collects the content that a selection names, as far as the caller may read it. `secrets`: includes stored secrets in plain
 * form instead of as masks. Throws a 400 for an empty selection, and for unknown names.
 */
export async function exportContent(
  selection: Readonly<Row>,
  secrets: boolean,
  exporting: Exporting,
): Promise<ExportedContent> {
  const { types } = exporting
  const { system: chosen, ...others } = selection
  const system = new Map<string, SystemRecords>()
  for (const [name, selectors] of Object.entries(isRecord(chosen) ? chosen : {})) {
    const type = types.named.get(name)
    if (type === undefined) throw new Problem(400, `Records of system/${name} cannot be exported.`)
    const named = await namesOf(type, selectors, exporting)
    if (named.size > 0) system.set(name, chosenRecords(type, named, secrets, exporting))
  }
  const databases = new Map<string, DatabaseContent>()
  const files = new Map<string, readonly string[]>()
  for (const [name, parts] of Object.entries(others)) {
    if (!isRecord(parts)) {
      const paths = await exportedPaths(name, parts, exporting)
      if (paths.length > 0) files.set(name, paths)
      continue
    }
    const content = await exportDatabase(name, parts, exporting)
    if (content !== null) databases.set(name, content)
  }
  if (system.size + databases.size + files.size === 0) throw new Problem(400, 'No items found in package manifest.')
  const sorted = types.all.flatMap(({ name }) => {
    const records = system.get(name)
    return records === undefined ? [] : [[name, records] as const]
  })
  return { secured: secrets, system: new Map(sorted), databases, files, warnings: [] }
}

/** Records in package form, sorted by name, which identifies them in packages. */
function chosenRecords(
  type: PackagedType,
  named: ReadonlyMap<Key, string>,
  secrets: boolean,
  exporting: Exporting,
): SystemRecords {
  const sorted = [...named].sort(([, one], [, other]) => (one < other ? -1 : 1))
  const names = sorted.map(([, name]) => name)
  const twice = names.find((name, at) => name === names[at + 1])
  if (twice !== undefined) throw severalNamed(type.name, twice)
  return {
    names,
    async *read() {
      const readNamed = createReadNamed(type, secrets, exporting)
      for (let from = 0; from < sorted.length; from += recordsAtOnce) {
        const some = sorted.slice(from, from + recordsAtOnce).map(([key]) => key)
        const found = await readNamed(some)
        yield some.flatMap((key) => {
          const record = found.get(key)
          return record === undefined ? [] : [record]
        })
      }
    },
  }
}

/** Names by key of the records that selectors match: names, ids, objects with one of these, or `{ids|filter}`. */
async function namesOf(type: PackagedType, selectors: unknown, exporting: Exporting): Promise<Map<Key, string>> {
  const { request, call } = exporting
  const found = new Map<Key, string>()
  const keys = new Set<Key>()
  const names: string[] = []
  for (const selector of Array.isArray(selectors) ? selectors : [selectors]) {
    const wanted = isRecord(selector) ? (selector[type.key] ?? selector.name ?? selector.id) : selector
    if (typeof wanted === 'number') keys.add(wanted)
    else if (typeof wanted === 'string') names.push(wanted)
    else if (isRecord(selector)) {
      const selected = await readSelected(call, request, type, selectionIn(type, selector))
      for (const [key, name] of selected) found.set(key, name)
    } else throw new Problem(400, `The selection of system/${type.name} must be names, identifiers, {ids} or {filter}.`)
  }
  const known = await exporting.known.keys(type, names)
  const missing = names.find((name) => !known.has(name))
  if (missing !== undefined) throw new Problem(400, `There is no ${type.name} '${missing.slice(0, 100)}'.`)
  for (const key of known.values()) keys.add(key)
  const others = await readRecordNames(
    call,
    request,
    type,
    [...keys].filter((key) => !found.has(key)),
  )
  for (const [key, name] of others) found.set(key, name)
  return found
}

function selectionIn(type: PackagedType, { ids, filter }: Readonly<Row>): { ids?: string; filter?: string } {
  if (ids === undefined && typeof filter !== 'string') {
    throw new Problem(400, `The selection of system/${type.name} has neither a name, an id, ids nor a filter.`)
  }
  const listed = ids === undefined ? {} : { ids: Array.isArray(ids) ? ids.join(',') : String(ids) }
  return { ...listed, ...(typeof filter === 'string' && { filter }) }
}

/**
 * The selected paths of a file service in the form of `package.json`, where folders have a trailing slash. Throws a 400 for
 * invalid paths, and the error of the read request for paths that the caller may not read.
 */
async function exportedPaths(
  name: string,
  chosen: unknown,
  { call, request }: Pick<Exporting, 'call' | 'request'>,
): Promise<string[]> {
  const paths = new Set<string>()
  for (const each of Array.isArray(chosen) ? chosen : [chosen]) {
    const path = isRecord(each) ? each.path : each
    const names = typeof path === 'string' ? pathNames(path) : null
    if (typeof path !== 'string' || names === null) {
      throw new Problem(400, `The selection of ${name} must be paths of files and folders.`)
    }
    const isFolder = names.length === 0 || path.endsWith('/')
    const resource = names.join('/')
    const params = { include_properties: 'true' }
    await call({ ...request, ...get(name.toLowerCase(), resource, params), endsInSlash: isFolder })
    paths.add(isFolder ? `${resource}/` : resource)
  }
  return [...paths]
}

/** The tables that `_schema` names, and the records of those that `_table` names, or `null` if neither names any. */
export async function exportDatabase(
  service: string,
  { _schema, _table }: Readonly<Row>,
  exporting: Pick<Exporting, 'call' | 'request' | 'known'>,
): Promise<DatabaseContent | null> {
  const { call, request, known } = exporting
  const own = [...(await known.names('service'))].find(([, name]) => name.toLowerCase() === service.toLowerCase())?.[0]
  const tables: Row[] = []
  for (const name of namesIn(_schema, service)) {
    const { body } = await call({ ...request, ...get(service.toLowerCase(), `_schema/${name}`) })
    if (isRecord(body)) tables.push(withinService(body, own))
  }
  const records: TableRecords[] = []
  for (const name of namesIn(_table, service)) {
    const tableRequest = { ...request, ...get(service.toLowerCase(), `_table/${name}`) }
    // Detects errors before anything is written.
    await call({ ...tableRequest, params: { limit: '1' } })
    records.push({ name, read: () => recordsOf(tableRequest) })
  }
  return tables.length === 0 && records.length === 0 ? null : { tables, records }

  /** All records of a table, in batches. */
  async function* recordsOf(tableRequest: ApiRequest): AsyncGenerator<Row[]> {
    const { body } = await call({ ...tableRequest, params: { file: 'records.json' } })
    if (!(body instanceof RowStream)) {
      yield isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
      return
    }
    try {
      for await (const rows of body.portions) yield rows.filter(isRecord)
    } finally {
      body.end()
    }
  }
}

function namesIn(value: unknown, service: string): string[] {
  const all = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  return all.map((each) => {
    const name = isRecord(each) ? each.name : each
    if (typeof name === 'string' && name !== '') return name
    throw new Problem(400, `The selection of ${service} must be names of tables.`)
  })
}

/** Relations within the service, without the id of the service, which differs elsewhere. Relations to other services are omitted. */
function withinService(table: Readonly<Row>, own: number | undefined): Row {
  const isOther = (id: unknown) => id !== undefined && id !== null && id !== own
  const related = (Array.isArray(table.related) ? table.related : []).filter(isRecord)
  const kept = related.filter((each) => !isOther(each.ref_service_id) && !isOther(each.junction_service_id))
  const bare = kept.map(({ ref_service_id: _, junction_service_id: __, ...relation }) => relation)
  return { ...table, ...(table.related === undefined ? {} : { related: bare }) }
}
