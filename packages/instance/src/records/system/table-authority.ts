import type { AuthorityClass } from '@millwright/contract/access/authority'
import type { DraftOf, Fields } from '@millwright/contract/records/field'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Author } from '../../request/caller.ts'
import type { TableName } from '../../store/tables.ts'
import type { RowReading } from './row-reading.ts'
import type { Row, Tx } from './sql-runner.ts'

/** A column that holds the id of a record: the writer must be able to read it, or, for services, to use any part of it. */
interface Names {
  readonly names: TableName
}

/** What a column confers; several classes if it does several things. */
export type ColumnAuthority = OneAuthority | readonly OneAuthority[]
type OneAuthority = Exclude<AuthorityClass, 'names'> | Names

/** What the rows of a table confer (docs/security/authority.md). */
export interface TableAuthority {
  readonly columns: Readonly<Record<string, ColumnAuthority>>
  /** Why only full administrators may write a row, as a sentence; `null` if others may. Asked about the row before and after a change. */
  readonly reserved?: (row: Row, context: ReservedQuestion) => Promise<string | null> | string | null
  /** The id of the role whose rights a row gives. */
  readonly grants?: (row: Row) => unknown
  /** Whether taking what a row grants needs the same rights. */
  readonly takes?: true
  /** The folder that a row publishes; `null` if none. */
  readonly publishes?: (row: Row) => PublishedFolder | null
  /** The settings in a row, by which the classes of their declarations are enforced. */
  readonly settings?: (row: Row, reading: RowReading) => RowSettings | null
}

interface ReservedQuestion extends RowReading {
  readonly tx: Tx
  readonly when: 'before' | 'after'
  isFullAdmin(author: Author): Promise<boolean>
}

interface PublishedFolder {
  readonly serviceId: number
  readonly folder: string
}

interface RowSettings {
  readonly fields: ConfigFields
  /** With defaults, secrets decrypted. */
  readonly values: Row
  /** Where the service stores its data; `null` if nowhere, or if that is not known yet. */
  place(dataFolder: string): StoragePlace | 'unknown' | null
}

/** Two services share their storage if both are at the same place and one path contains the other. */
export interface StoragePlace {
  readonly at: string
  readonly path: readonly string[]
}

/** A declaration for every field that callers write; `'instance'` if only the instance writes the rows. */
export type DeclaredAuthority<F extends Fields> =
  | 'instance'
  | (Omit<TableAuthority, 'columns'> & { readonly columns: { readonly [K in keyof DraftOf<F>]-?: ColumnAuthority } })

export function namesIn(authority: ColumnAuthority | undefined): readonly TableName[] {
  return classesIn(authority).flatMap((each) => (typeof each === 'object' ? [each.names] : []))
}

export function hasClass(authority: ColumnAuthority | undefined, wanted: AuthorityClass): boolean {
  return classesIn(authority).some((each) => (typeof each === 'object' ? 'names' : each) === wanted)
}

function classesIn(authority: ColumnAuthority | undefined): readonly OneAuthority[] {
  if (authority === undefined) return []
  return Array.isArray(authority) ? authority : [authority as OneAuthority]
}
