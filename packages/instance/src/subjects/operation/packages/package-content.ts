import type { Row } from '../../../records/system/sql-runner.ts'

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
export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
