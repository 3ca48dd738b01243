import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ParsedElementInfo } from '@streamparser/json'
import type { ArchivedFile } from './archive.ts'
import type { TableRecords } from './package-content.ts'
import { lineOf, linesOfList, notRecords, valuesIn } from './spooled-lines.ts'
import type { WorkFolder } from './work-folder.ts'

/** A table in the list, and where its records are among the lines, in bytes. */
interface Table {
  name: string | null
  from: number
  to: number
}

/**
 * The records in a list of tables, `[{name, record: […]}]`, however many: they are read once, so that what is wrong with them is told
 * before anything is done, and kept line by line until the work is done. Refuses with 400 what is no such list.
 */
export async function packedRecords(file: ArchivedFile, path: string, work: WorkFolder): Promise<TableRecords[]> {
  const tables = new Map<number, Table>()
  let written = 0
  const paths = ['$.*.name', '$.*.record.*']
  const lines = await work.keep(linesOfList(file, path, { paths, lineOf: ofTable }))
  return [...tables.values()].map(({ name, from, to }) => {
    if (name === null || name === '') throw new Problem(400, `The package's ${path} holds a table without a name.`)
    return { name, read: () => valuesIn(lines, { read: record, from, to }) }
  })

  function ofTable({ value, key, parent, stack: [, list, member] }: ParsedElementInfo) {
    const at = list?.key
    if (typeof at !== 'number' || !Array.isArray(list?.value)) throw notRecords(path)
    const table = tables.get(at) ?? { name: null, from: written, to: written }
    tables.set(at, table)
    if (member === undefined) {
      if (key === 'name') table.name = typeof value === 'string' ? value : null
      return null
    }
    if (!isRecord(value) || !Array.isArray(parent)) throw notRecords(path)
    const line = lineOf(value)
    if (table.to === table.from) table.from = written
    written += Buffer.byteLength(line)
    table.to = written
    return line
  }
}

const record = (value: unknown) => (isRecord(value) ? value : {})
