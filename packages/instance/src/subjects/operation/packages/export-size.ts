import { isRecord } from '@millwright/contract/wire/is-record'
import type { PackageSize } from '@millwright/contract/wire/package'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { Exporting } from './exporting.ts'
import type { DatabaseContent } from './package-content.ts'
import { get, rowsOf } from './read-records.ts'

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
  const asked = (params: Record<string, string>) => ({
    ...request,
    ...get(service.toLowerCase(), `_table/${table}`, params),
  })
  const { body } = await call(asked({ count_only: 'true', estimate: 'true' }))
  const rows = countIn(body)
  const some: Row[] = rows === 0 ? [] : await rowsOf(call, asked({ limit: String(sampled) }))
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
  const asked = (params: Record<string, string>) => ({ ...request, ...get(service.toLowerCase(), resource, params) })
  if (!path.endsWith('/')) {
    const { body } = await call(asked({ include_properties: 'true' }))
    return [lengthIn(body)]
  }
  const params = { full_tree: 'true', include_folders: 'false', fields: 'path,content_length' }
  return (await rowsOf(call, { ...asked(params), endsInSlash: true })).map(lengthIn)
}

function lengthIn(properties: unknown): number {
  const length = isRecord(properties) ? Number(properties.content_length) : 0
  return Number.isFinite(length) ? length : 0
}
