import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Problem } from '@millwright/contract/problem'
import { JSONParser, type ParsedElementInfo } from '@streamparser/json'
import type { ArchivedFile } from './archive.ts'
import type { WorkFolder } from './work-folder.ts'

/** Maximum bytes of a record. */
const longestRecord = 100 * 2 ** 20
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
  let lines: string[] = []
  parser.onValue = (found) => {
    silent = 0
    const line = lineOf(found)
    if (line !== null) lines.push(line)
  }
  let isList = false
  for await (const piece of file.read()) {
    if (!isList) isList = beginsList(piece, path)
    silent += piece.length
    if (silent > longestRecord) throw new Problem(400, `The package's ${path} contains a record that is too long.`)
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

/** Returns false if there was only whitespace so far. */
function beginsList(piece: Uint8Array, path: string): boolean {
  const first = piece.find((byte) => byte > 0x20)
  if (first !== undefined && first !== 0x5b) throw notRecords(path)
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
