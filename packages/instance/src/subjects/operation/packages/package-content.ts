import { Problem } from '@millwright/contract/problem'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { KnownRows } from './named-record.ts'
import type { PackagedTypes } from './packaged-types.ts'

/** The content of a package except for files, in the same form for export and import. References are names. */
export interface PackageContent {
  /** Whether it contains secrets in plain form. */
  readonly secured: boolean
  /** By type of `system`. */
  readonly system: ReadonlyMap<string, SystemRecords>
  /** Table definitions and records by service. */
  readonly databases: ReadonlyMap<string, DatabaseContent>
  /** Sentences about what could not be exported or interpreted. */
  readonly warnings: readonly string[]
}

/** Records of one type of `system`. */
export interface SystemRecords {
  /** The identifying names, in the order of the records. */
  readonly names: readonly string[]
  /** Yields any number of records in batches. */
  read(): AsyncIterable<readonly Row[]>
}

/** The records without those whose `key` is in `gone`. */
export function recordsWithout({ names, read }: SystemRecords, key: string, gone: ReadonlySet<string>): SystemRecords {
  if (gone.size === 0) return { names, read }
  return {
    names: names.filter((name) => !gone.has(name)),
    async *read() {
      for await (const records of read()) yield records.filter((record) => !gone.has(String(record[key])))
    },
  }
}

export interface DatabaseContent {
  readonly tables: readonly Row[]
  readonly records: readonly TableRecords[]
}

export interface TableRecords {
  readonly name: string
  /** Yields any number of records in batches. */
  read(): AsyncIterable<readonly Row[]>
}

/** `null` for anything but a non-empty string. */
export function filledText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Dependencies for reading package content. `call`: sends requests with the rights of the caller of `request`. */
export interface Exporting {
  readonly request: ApiRequest
  readonly call: Forward
  readonly parts: Parts
  readonly known: KnownRows
  readonly types: PackagedTypes
}

/** Number of characters that are written at once. */
const piece = 2 ** 16

/** Serializes `[{name, record: […]}]` while the records are read. */
export async function* recordLists(tables: readonly TableRecords[], isGivenUp: () => boolean): AsyncGenerator<Buffer> {
  let text = '[\n'
  for (const [at, { name, read }] of tables.entries()) {
    text += `${at === 0 ? '' : ',\n'}  {\n    "name": ${JSON.stringify(name)},\n    "record": [`
    let between = '\n'
    for await (const rows of read()) {
      if (isGivenUp()) throw new Problem(400, 'The export was aborted.')
      if (rows.length === 0) continue
      text += between + rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')
      between = ',\n'
      if (text.length < piece) continue
      yield Buffer.from(text)
      text = ''
    }
    text += between === '\n' ? ']\n  }' : '\n    ]\n  }'
  }
  yield Buffer.from(`${text}\n]`)
}
