import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Problem } from '@millwright/contract/problem'
import { JSONParser, type ParsedElementInfo } from '@streamparser/json'
import type { ArchivedFile } from './archive.ts'
import type { WorkFolder } from './work-folder.ts'

/** Maximum bytes of what is parsed in one piece: a record, or the list of contents. They take several times as much memory. */
export const longestPiece = 16 * 2 ** 20
/** Maximum number of values in it, which take more memory the shorter they are. */
const mostValues = 1_000_000
const linesAtOnce = 1000

interface Parsing {
  /** Paths of the values, in the syntax of the parser. */
  readonly paths: string[]
  /** `null` to skip the value. */
  readonly lineOf: (found: ParsedElementInfo) => string | null
}

/** Yields a line for each of any number of values in a list, without retaining them. Throws a 400 if it is not a list. */
export async function* linesOfList(
  file: ArchivedFile,
  path: string,
  { paths, lineOf }: Parsing,
): AsyncGenerator<Buffer> {
  const parser = new JSONParser({ paths, keepStack: false })
  let silent = 0
  let values = 0
  let lines: string[] = []
  parser.onValue = (found) => {
    silent = 0
    values = 0
    const line = lineOf(found)
    if (line !== null) lines.push(line)
  }
  let isList = false
  for await (const piece of file.read()) {
    if (!isList) isList = beginsList(piece, path)
    silent += piece.length
    if (silent > longestPiece) throw new Problem(400, `The package's ${path} contains a record that is too long.`)
    values = checkedValues(values, piece, path)
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

/** Adds the values in a piece of JSON to those before it, counting commas and brackets wherever they are. Throws a 400 for too many. */
export function checkedValues(before: number, piece: Uint8Array, path: string): number {
  let values = before
  for (const byte of piece) if (byte === comma || byte === openBracket || byte === openBrace) values += 1
  if (values > mostValues)
    throw new Problem(400, `The package's ${path} contains more than ${mostValues} values in one.`)
  return values
}

const comma = 0x2c
const openBracket = 0x5b
const openBrace = 0x7b

/** Returns false if there was only whitespace so far. */
function beginsList(piece: Uint8Array, path: string): boolean {
  const first = piece.find((byte) => byte > 0x20)
  if (first !== undefined && first !== openBracket) throw notRecords(path)
  return first !== undefined
}

export const notRecords = (path: string) => new Problem(400, `The package's ${path} is not a list of records.`)

export const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

/** Values in a file of the import's work folder, which can be read repeatedly in batches. */
export interface SpooledValues<Value> {
  read(): AsyncIterable<readonly Value[]>
}

export async function spoolValues<Value>(
  values: AsyncIterable<readonly Value[]>,
  work: WorkFolder,
): Promise<SpooledValues<Value>> {
  async function* lines() {
    for await (const some of values) if (some.length > 0) yield Buffer.from(some.map(lineOf).join(''))
  }
  const file = await work.store(lines())
  return { read: () => valuesIn(file, { read: (value) => value as Value }) }
}

interface Reading<Value> {
  readonly read: (value: unknown) => Value
  /** Start in bytes. If absent, the whole file is read. */
  readonly from?: number
  readonly to?: number
}

/** Yields the values in a file of lines. */
export async function* valuesIn<Value>(
  file: string,
  { read, from = 0, to = Number.POSITIVE_INFINITY }: Reading<Value>,
): AsyncGenerator<readonly Value[]> {
  if (to <= from) return
  const input = createReadStream(file, { start: from, end: to - 1 })
  try {
    let values: Value[] = []
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      values.push(read(JSON.parse(line)))
      if (values.length < linesAtOnce) continue
      yield values
      values = []
    }
    if (values.length > 0) yield values
  } finally {
    input.destroy()
  }
}
