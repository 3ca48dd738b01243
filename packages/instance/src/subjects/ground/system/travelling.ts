import type { ConfigFiles } from '@millwright/contract/wire/config'
import type { RowReading } from '../../../records/system/row-reading.ts'
import type { Row } from '../../../records/system/sql-runner.ts'

/** How the records of a resource are named and written outside of the instance: in packages, and in folders of configuration. */
export interface Travelling {
  /** The column by which records of two instances are matched. */
  readonly key: 'name' | 'email' | 'path'
  /** Whether a record without one of its references would mean something else. */
  readonly needsReferences?: true
  /** Rows of relations that belong to a record. */
  readonly nested?: readonly TravellingRows[]
  /** Where a folder of configuration has the records; `null`: nowhere, as they are people. */
  readonly files: ConfigFiles | null
  /** Whether a record cannot be deleted, so that the folder can only let go of it. */
  readonly remains?: (row: Readonly<Row>) => boolean
  /** Whether a deletion is only planned on request, as it takes data out of reach. */
  readonly destroys?: (row: Readonly<Row>, kinds: RowReading['kinds']) => boolean
}

export interface TravellingRows {
  readonly relation: string
  /** What files of configuration call the rows. */
  readonly as: string
  /** Columns by which rows are matched. If absent, rows without an id are matched by name when written. */
  readonly sameBy?: readonly string[]
}

/** Why the records of a resource do not travel by themselves: they belong to people, tell what happened, or are parts of others that do. */
export type Staying = 'people' | 'history' | 'parts'
