import { createReadStream } from 'node:fs'
import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { CsvError, CsvReader } from '@millwright/contract/wire/csv'
import { csvHead, recognizeCsv } from '@millwright/contract/wire/csv-form'
import { EncodingRecognizer, type TextEncoding } from '@millwright/contract/wire/text-encoding'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { assertNoRest, type Fields, textIn, unsupported } from '../../../request/body.ts'
import { isForm } from '../../data/files/receive-form.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { existingTables } from './existing-tables.ts'
import { forgetIfRejected, type ImportJournals } from './journal/import-journal.ts'
import { get, plain } from './read-records.ts'
import { createReceiveFile, inWorkFolder, type WorkFolder } from './work-folder.ts'

const rowsAtOnce = 250
/** Maximum characters of a value in a column with limited length. */
const longestString = 255

/** `system/import`: creates a table from a CSV file (docs/wire/packages.md). */
export function createTableImportResource(
  parts: Pick<Parts, 'config' | 'clock'>,
  call: Forward,
  journals: ImportJournals,
): SystemResource {
  const receive = createReceiveFile(parts.config, { endings: ['csv'], what: 'table' })

  async function importTable(request: ApiRequest, work: WorkFolder): Promise<ApiResponse> {
    const { file, fields } = await receive(request, work)
    const optionOf = (name: string) => givenIn(fields, name) ?? givenIn(request.params, name)
    const service = optionOf('service') ?? 'db'
    const table = optionOf('resource') ?? `import_${Math.floor(parts.clock() / 1000)}`
    const form = await formOf(file)
    const columns = await readColumns(file, form)
    const calls: ApiRequest = { ...request, ...plain, ...get(service.toLowerCase(), '') }
    if ((await existingTables(service, { call, request: calls })).has(table)) {
      throw new Problem(400, `The table '${table}' in ${service} already exists.`)
    }
    await journals.during(request.caller, async (journal) => {
      const forget = await journal.note({ kind: 'tables', service, names: [table] })
      await forgetIfRejected(makeTable(table, columns, calls), forget)
      await fillTable({ file, form }, table, columns, calls)
      await journal.end()
    })
    return { status: 200, body: { resource: `${request.origin}${apiPrefix}/${service}/_table/${table}` } }
  }

  async function makeTable(name: string, columns: readonly Column[], calls: ApiRequest): Promise<void> {
    const field = columns.map((column) => ({
      name: column.name,
      allow_null: true,
      ...(column.longest > longestString ? { type: 'text' } : { type: 'string', length: longestString }),
    }))
    const payload = { resource: [{ name, field }] }
    await call({ ...calls, verb: 'POST', resource: '_schema', payload, payloadFormat: 'json' })
  }

  async function fillTable(
    { file, form }: FormedFile,
    table: string,
    columns: readonly Column[],
    calls: ApiRequest,
  ): Promise<void> {
    const insert = async (rows: readonly string[][]) => {
      if (calls.isGivenUp?.()) throw new Problem(400, 'The import was aborted.')
      const payload = { resource: rows.map((row) => record(columns, row)) }
      const params = { rollback: 'true' }
      await call({ ...calls, verb: 'POST', resource: `_table/${table}`, params, payload, payloadFormat: 'json' })
    }
    let header = true
    let waiting: string[][] = []
    for await (const rows of csvFile(file, form)) {
      for (const row of rows) {
        if (header) {
          header = false
          continue
        }
        waiting.push(row)
        if (waiting.length < rowsAtOnce) continue
        await insert(waiting)
        waiting = []
      }
    }
    if (waiting.length > 0) await insert(waiting)
  }

  return {
    name: 'import',
    label: 'Import',
    description: 'Creates a table from a file.',
    singleton: false,
    keeps: 'nothing',
    readOnly: false,
    takesUpload: ({ headers }) => isForm(headers['content-type'] ?? ''),
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb !== 'POST') throw unsupported(request)
      return inWorkFolder(parts.config.dataFolder, (work) => importTable(request, work))
    },
  }
}

interface Column {
  readonly name: string
  /** Characters of its longest value. */
  readonly longest: number
}

/** Reads the whole file, so that errors are found before anything is created. */
async function readColumns(file: string, form: FileForm): Promise<Column[]> {
  let names: string[] | null = null
  const longest: number[] = []
  let number = 0
  for await (const rows of csvFile(file, form)) {
    for (const row of rows) {
      if (names === null) {
        names = readHeader(row)
        continue
      }
      number += 1
      if (row.length > names.length) {
        throw new Problem(
          400,
          `Record ${number} of the CSV file has the wrong number of cells: ${row.length} instead of ${names.length}.`,
        )
      }
      for (const [at, cell] of row.entries()) longest[at] = Math.max(longest[at] ?? 0, cell.length)
    }
  }
  if (names === null) throw new Problem(400, 'The CSV file is empty.')
  return names.map((name, at) => ({ name, longest: longest[at] ?? 0 }))
}

function readHeader(row: readonly string[]): string[] {
  const names = row.map((cell) => cell.trim())
  for (const [at, name] of names.entries()) {
    if (name === '') throw new Problem(400, `Column ${at + 1} of the CSV file has no name.`)
    if (/^[+-]?\d+(?:\.\d+)?$/.test(name)) {
      throw new Problem(400, `The first line of the CSV file must name the columns, and '${name}' is a number.`)
    }
    if (names.indexOf(name) !== at) throw new Problem(400, `The CSV file has the column '${name}' twice.`)
  }
  return names
}

/** Empty cells become null. */
function record(columns: readonly Column[], row: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(columns.map(({ name }, at) => [name, row[at] || null]))
}

const givenIn = (fields: Fields, name: string) => textIn(fields, name)?.trim()

/** In characters. */
const longestRow = 10 * 2 ** 20

/**
 * Yields the rows of a CSV file of any size as cells, in batches. Throws a 400 for invalid UTF-8 or CSV, and for rows of more
 * than ten million characters.
 */
async function* csvFile(file: string, { encoding, delimiter, skip }: FileForm): AsyncGenerator<string[][]> {
  const reader = new CsvReader({ delimiter, longestRow })
  let left = skip
  try {
    for await (const text of textOf(file, encoding)) {
      yield reader.read(text.slice(left))
      left = Math.max(0, left - text.length)
    }
    yield reader.end()
  } catch (error) {
    throw refusalOf(error)
  }
}

async function* textOf(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 64 * 1024 })) {
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new Problem(400, 'The CSV file is not valid text.') : error
  }
}

interface FileForm extends Pick<ReturnType<typeof recognizeCsv>, 'delimiter' | 'skip'> {
  readonly encoding: TextEncoding
}

interface FormedFile {
  readonly file: string
  readonly form: FileForm
}

/** The form of a CSV file, by its bytes and its beginning. */
async function formOf(file: string): Promise<FileForm> {
  const recognizer = new EncodingRecognizer()
  for await (const piece of createReadStream(file)) {
    recognizer.read(piece)
    if (!recognizer.isOpen) break
  }
  const encoding = recognizer.end()
  let head = ''
  for await (const text of textOf(file, encoding)) {
    head += text
    if (head.length > csvHead) break
  }
  return { encoding, ...recognizeCsv(head, { hasHeader: true }) }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  return new Problem(400, `The CSV file is not valid at line ${error.line}: ${error.reason}.`)
}
