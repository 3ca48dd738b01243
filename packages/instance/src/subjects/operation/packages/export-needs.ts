import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { PackageNeeds, PackageSize } from '@millwright/contract/wire/package'
import type { Row } from '../../../records/system/sql-runner.ts'
import { resolveRecord } from './named-record.ts'
import type { DatabaseContent, Exporting, PackageContent } from './package-content.ts'
import { get, rowsOfCall } from './read-records.ts'

/** Entries of each list; callers see by `more` that there are others. */
const most = 200
/** Records named for one entry. */
const named = 5

interface Need {
  readonly type: string
  readonly name: string
  readonly by: { type: string; name: string }[]
}

/** How large a package is, what its records and tables refer to without containing it, and the secrets that it leaves out. */
export async function needsOf(
  {
    system,
    databases,
    files,
  }: Pick<PackageContent, 'system' | 'databases'> & {
    files: ReadonlyMap<string, readonly string[]>
  },
  exporting: Exporting,
): Promise<PackageNeeds> {
  const { types } = exporting
  let [count, bytes] = [0, 0]
  const needs = new Map<string, Need>()
  const secrets: { type: string; name: string; fields: string[] }[] = []
  const has = (type: string, name: string) =>
    (type === 'user' ? ['user', 'admin'] : [type]).some((each) => contained.get(each)?.has(name))
  const contained = new Map([...system].map(([type, { names }]) => [type, new Set(names)]))
  const need = (type: string, name: string, by: { type: string; name: string }) => {
    if (has(type, name)) return
    const known = needs.get(`${type} ${name}`) ?? { type, name, by: [] }
    if (known.by.length < named && !known.by.some((each) => each.type === by.type && each.name === by.name))
      known.by.push(by)
    needs.set(`${type} ${name}`, known)
  }
  for (const service of [...databases.keys(), ...files.keys()])
    need('service', service, { type: 'service', name: service })
  for (const [name, { read }] of system) {
    const type = types.named.get(name)
    if (type === undefined) continue
    for await (const records of read()) {
      count += records.length
      bytes += lengthOf(records)
      for (const record of records) {
        const own = String(record[type.key])
        resolveRecord(type, record, (to, wanted) => {
          need(to, String(wanted), { type: name, name: own })
          return wanted
        })
        const fields = maskedIn(record)
        if (fields.length > 0) secrets.push({ type: name, name: own, fields })
      }
    }
  }
  const others = await sizeOf({ databases, files }, exporting)
  return {
    size: { ...others, records: count, bytes: bytes + others.bytes },
    needs: [...needs.values()].slice(0, most),
    secrets: secrets.slice(0, most),
    more: needs.size > most || secrets.length > most,
  }
}

/** Names of the fields whose values are masked, as `config.password`. */
function maskedIn(record: Readonly<Row>): string[] {
  return Object.entries(record).flatMap(([field, value]) => {
    if (value === secretMask) return [field]
    if (isRecord(value)) return maskedIn(value).map((each) => `${field}.${each}`)
    if (!Array.isArray(value)) return []
    return value.filter(isRecord).some((row) => maskedIn(row).length > 0) ? [field] : []
  })
}

interface Sized {
  readonly databases: ReadonlyMap<string, Pick<DatabaseContent, 'tables' | 'records'>>
  readonly files: ReadonlyMap<string, readonly string[]>
}

/** Rows by whose length the size of a table is estimated. */
const sampled = 50

/** What a package has besides the records of `system`, and its bytes before compression: of rows by a sample, as reading all takes as long as an export. */
export async function sizeOf(
  { databases, files }: Sized,
  exporting: Pick<Exporting, 'call' | 'request'>,
): Promise<Omit<PackageSize, 'records'>> {
  const size = { tables: 0, rows: 0, files: 0, bytes: 0 }
  for (const [service, { tables, records }] of databases) {
    size.tables += tables.length
    size.bytes += lengthOf(tables)
    for (const { name } of records) {
      const { rows, bytes } = await rowsIn(service, name, exporting)
      size.rows += rows
      size.bytes += bytes
    }
  }
  for (const [service, paths] of files) {
    for (const path of paths) {
      const sizes = await fileSizes(service, path, exporting)
      size.files += sizes.length
      size.bytes += sizes.reduce((sum, each) => sum + each, 0)
    }
  }
  return size
}

export const lengthOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

async function rowsIn(service: string, table: string, { call, request }: Pick<Exporting, 'call' | 'request'>) {
  const tableRequest = (params: Record<string, string>) => ({
    ...request,
    ...get(service.toLowerCase(), `_table/${table}`, params),
  })
  const { body } = await call(tableRequest({ count_only: 'true', estimate: 'true' }))
  const rows = countIn(body)
  const some: Row[] = rows === 0 ? [] : await rowsOfCall(call, tableRequest({ limit: String(sampled) }))
  return { rows, bytes: some.length === 0 ? 0 : Math.round((lengthOf(some) / some.length) * rows) }
}

function countIn(body: unknown): number {
  const count = isRecord(body) ? body.count : body
  return typeof count === 'number' ? count : 0
}

/** The lengths of a file, or of all files in a folder. */
async function fileSizes(
  service: string,
  path: string,
  { call, request }: Pick<Exporting, 'call' | 'request'>,
): Promise<readonly number[]> {
  const resource = path.replace(/\/$/, '')
  const fileRequest = (params: Record<string, string>) => ({
    ...request,
    ...get(service.toLowerCase(), resource, params),
  })
  if (!path.endsWith('/')) {
    const { body } = await call(fileRequest({ include_properties: 'true' }))
    return [lengthIn(body)]
  }
  const params = { full_tree: 'true', include_folders: 'false', fields: 'path,content_length' }
  return (await rowsOfCall(call, { ...fileRequest(params), endsInSlash: true })).map(lengthIn)
}

function lengthIn(properties: unknown): number {
  const length = isRecord(properties) ? Number(properties.content_length) : 0
  return Number.isFinite(length) ? length : 0
}
