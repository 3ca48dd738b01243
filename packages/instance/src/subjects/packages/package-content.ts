import type { Row } from '../../records/system/sql-runner.ts'

/** What a package holds besides files, in one form for export and import: references are names. */
export interface PackageContent {
  /** Whether secrets came along readable. */
  readonly secured: boolean
  /** By type of `system`. */
  readonly system: ReadonlyMap<string, SystemRecords>
  /** Definitions of tables, and their records, by service. */
  readonly databases: ReadonlyMap<string, DatabaseContent>
  /** What could not be taken along or understood, as sentences. */
  readonly warnings: readonly string[]
}

/** Records of one type of `system`. */
export interface SystemRecords {
  /** By which they are told apart, in the order of the records. */
  readonly names: readonly string[]
  /** The records some at a time, however many there are. */
  read(): AsyncIterable<readonly Row[]>
}

/** The others. */
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
  /** The records some at a time, however many there are. */
  read(): AsyncIterable<readonly Row[]>
}

/** Null for anything else than a text that says something. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
