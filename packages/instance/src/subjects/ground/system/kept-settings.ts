import type { Parts } from '../../../gateway/parts.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { ResourceDeclaration } from './resource.ts'

/**
 * Configuration that is not the rows of one declared table: in which form folders have it, and how it is read and written
 * (docs/wire/config.md).
 */
export interface KeptSettings {
  /** Names the columns and their place in a folder. Nothing else of it is used: the rows are those that `read` returns. */
  readonly declaration: ResourceDeclaration
  /** Members whose members differ each for itself; absent: none. */
  readonly parts?: readonly string[]
  /** Records by column in plain form, references by name. `only`: the one with this name. */
  read(all: KeptReading, only: string | null): Promise<readonly Row[]>
  /** Stores a record; `row`: by column in plain form, references by id; `null` removes it. Throws what is wrong with it. */
  write(name: string, row: Readonly<Row> | null, step: KeptStep): Promise<void>
}

/** Runs a query with `?` placeholders on the store, or in a transaction. */
export type KeptReading = (sql: string, values: readonly unknown[]) => Promise<Row[]> | Row[]

export interface KeptStep {
  readonly tx: Tx
  readonly log: WriteLog
  readonly request: ApiRequest
  readonly parts: Parts
}
