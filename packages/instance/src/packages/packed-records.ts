import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Problem } from '@millwright/contract/problem'
import { JSONParser } from '@streamparser/json'
import { isRecord } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import type { ArchivedFile } from './archive.ts'
import type { TableRecords } from './package-content.ts'
import type { WorkFolder } from './work-folder.ts'

/** Bytes of a record. */
const longestRecord = 100 * 2 ** 20
const recordsAtOnce = 1000

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
  const lines = await work.keep(linesOf(file, path, tables))
  return [...tables.values()].map(({ name, from, to }) => {
    if (name === null || name === '') throw new Problem(400, `The package's ${path} holds a table without a name.`)
    return { name, read: () => (to > from ? recordsIn(lines, from, to) : none()) }
  })
}

async function* linesOf(file: ArchivedFile, path: string, tables: Map<number, Table>): AsyncGenerator<Buffer> {
  const parser = new JSONParser({ paths: ['$.*.name', '$.*.record.*'], keepStack: false })
  let written = 0
  let silent = 0
  let lines: string[] = []
  parser.onValue = ({ value, key, parent, stack: [, list, member] }) => {
    silent = 0
    const at = list?.key
    if (typeof at !== 'number' || !isListed(list?.value)) throw notRecords(path)
    const table = tables.get(at) ?? { name: null, from: written, to: written }
    tables.set(at, table)
    if (member === undefined) {
      if (key === 'name') table.name = typeof value === 'string' ? value : null
      return
    }
    if (!isRecord(value) || !isListed(parent)) throw notRecords(path)
    const line = `${JSON.stringify(value)}\n`
    if (table.to === table.from) table.from = written
    written += Buffer.byteLength(line)
    table.to = written
    lines.push(line)
  }
  let isList = false
  for await (const piece of file.read()) {
    if (!isList) isList = beginsList(piece, path)
    silent += piece.length
    if (silent > longestRecord) throw new Problem(400, `The package's ${path} holds a record that is too long.`)
    parsing(() => parser.write(piece))
    if (lines.length > 0) yield Buffer.from(lines.join(''))
    lines = []
  }
  parsing(() => {
    if (!parser.isEnded) parser.end()
  })

  function parsing(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof Problem) throw error
      throw new Problem(400, `The package's ${path} is not JSON.`)
    }
  }
}

/** False: there was nothing but white space so far. */
function beginsList(piece: Uint8Array, path: string): boolean {
  const first = piece.find((byte) => byte > 0x20)
  if (first !== undefined && first !== 0x5b) throw notRecords(path)
  return first !== undefined
}

const isListed = (value: unknown) => Array.isArray(value)

const notRecords = (path: string) => new Problem(400, `The package's ${path} is not a list of records.`)

async function* recordsIn(file: string, from: number, to: number): AsyncGenerator<Row[]> {
  const input = createReadStream(file, { start: from, end: to - 1 })
  try {
    let rows: Row[] = []
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const row: unknown = JSON.parse(line)
      if (isRecord(row)) rows.push(row)
      if (rows.length < recordsAtOnce) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  } finally {
    input.destroy()
  }
}

async function* none(): AsyncGenerator<Row[]> {}
