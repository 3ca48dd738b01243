import { Problem } from '@millwright/contract/problem'
import type { AsyncBuffer, Compressors, FileMetaData, SchemaElement } from 'hyparquet'
import type { DataColumn, DataFile, DataRow, DataType } from './columns.ts'

const rowsInPortion = 5_000
const maxMetadata = 32 * 2 ** 20

/** Returns the columns of a Parquet file from its schema. */
export async function parquetColumns(file: DataFile): Promise<readonly DataColumn[]> {
  return reading(file, async () => columnsOf(await described(file)))
}

/** Yields its records in portions. */
export async function* parquetRows(file: DataFile): AsyncGenerator<readonly DataRow[]> {
  const metadata = await reading(file, () => described(file))
  const columns = columnsOf(metadata)
  const total = Number(metadata.num_rows)
  for (let rowStart = 0; rowStart < total; rowStart += rowsInPortion) {
    yield await reading(file, async () => {
      const { parquetReadObjects } = await import('hyparquet')
      const { compressors } = await bounded()
      const rowEnd = Math.min(total, rowStart + rowsInPortion)
      const rows = await parquetReadObjects({ file: bufferOf(file), metadata, compressors, rowStart, rowEnd })
      if (rows.length !== rowEnd - rowStart) throw new Problem(400, `'${file.path}' has fewer rows than it declares.`)
      return rows.map((row) => Object.fromEntries(columns.map(({ name, type }) => [name, plainValue(row[name], type)])))
    })
  }
}

const maxUnpacked = 128 * 2 ** 20

/** Returns decompressors that limit the size of a page, whatever size it declares. */
async function bounded(): Promise<{ compressors: Compressors }> {
  const { compressors } = await import('hyparquet-compressors')
  const each = Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, length: number) => {
      if (length > maxUnpacked) throw new Problem(413, 'A page of a Parquet file is too long.')
      return unpack(input, length)
    },
  ])
  return { compressors: Object.fromEntries(each) }
}

async function described(file: DataFile): Promise<FileMetaData> {
  const { parquetMetadataAsync } = await import('hyparquet')
  return parquetMetadataAsync(bufferOf(file))
}

/** Maps errors to a 400, since the library fails in arbitrary ways on invalid files. */
async function reading<T>({ path }: DataFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(400, `'${path}' cannot be read as Parquet.`, { cause: error })
  }
}

function bufferOf({ storage, path, size }: DataFile): AsyncBuffer {
  return {
    byteLength: size,
    async slice(start, end = size) {
      if (end - start > maxMetadata * 8) throw new Problem(413, `'${path}' has parts that are too long.`)
      const stored = await storage.open(path)
      if (stored === null) throw new Problem(404, `There is no file '${path}'.`)
      const pieces: Buffer[] = []
      for await (const piece of stored.content({ start, end: end - 1 })) pieces.push(Buffer.from(piece))
      const { buffer, byteOffset, byteLength } = Buffer.concat(pieces)
      return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    },
  }
}

/** Returns the columns of the top level; nested values are JSON. */
function columnsOf({ schema }: FileMetaData): DataColumn[] {
  const columns: DataColumn[] = []
  let at = 1
  for (let number = 0; number < (schema[0]?.num_children ?? 0); number += 1) {
    const element = schema[at]
    if (element === undefined) break
    columns.push({ name: element.name, type: typeOf(element) })
    at = after(schema, at)
  }
  return columns
}

/** Returns the index of the next element on the same level. */
function after(schema: readonly SchemaElement[], at: number): number {
  let open = schema[at]?.num_children ?? 0
  let next = at + 1
  for (; open > 0 && next < schema.length; next += 1) open += (schema[next]?.num_children ?? 0) - 1
  return next
}

function typeOf({
  type,
  converted_type: converted,
  logical_type: logical,
  num_children: children,
}: SchemaElement): DataType {
  if (children !== undefined && children > 0) return 'json'
  if (converted === 'DATE' || logical?.type === 'DATE') return 'date'
  if (converted?.startsWith('TIMESTAMP') || logical?.type === 'TIMESTAMP' || type === 'INT96') return 'datetime'
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') return 'double'
  if (converted === 'JSON' || logical?.type === 'JSON') return 'json'
  if (type === 'BOOLEAN') return 'boolean'
  if (type === 'INT32' || type === 'INT64') return 'integer'
  if (type === 'FLOAT' || type === 'DOUBLE') return 'double'
  const isText = converted === 'UTF8' || converted === 'ENUM' || logical?.type === 'STRING' || logical?.type === 'UUID'
  return isText ? 'text' : 'blob'
}

function plainValue(value: unknown, type: DataType): unknown {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return null
    const text = value.toISOString()
    return type === 'date' ? text.slice(0, 10) : text.replace('T', ' ').replace(/(?:\.000)?Z$/, '')
  }
  return type === 'blob' && typeof value === 'string' ? Buffer.from(value, 'utf8') : value
}
