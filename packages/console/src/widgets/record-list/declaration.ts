import type { FieldOf, KnownCollection } from '@millwright/contract/wire/endpoints'
import type { ReactNode } from 'react'
import type { Params } from '../../instance/transport.ts'
import type { RecordSource } from '../record-picker/record-source.ts'
import type { Sort } from './sort.ts'

/** A record as the wire has it; fields that this console does not know stay on it. */
export type WireRecord = { readonly [field: string]: unknown }
export type RecordId = number | string

/** `record`: the number of a record of another collection. `choice`: something that only the list knows how to ask for. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'record' | 'choice'

export interface Column<R> {
  readonly field: string
  readonly label: string
  readonly kind: ColumnKind
  /** Pixels until somebody drags the edge. */
  readonly width: number
  /** Takes what is left of the line. */
  readonly grow?: boolean
  /** Its text is the link to the record; the first column's is when none says so. */
  readonly link?: boolean
  /** Not shown until somebody chooses it. */
  readonly hidden?: boolean
  /** Among the few that a narrow screen shows. */
  readonly narrow?: boolean
  readonly sortable?: boolean
  /** What the rows of a page are sorted by, of a column that no server can sort by. */
  readonly sortValue?: (record: R) => unknown
  readonly filterable?: boolean
  /** Names and keys that are typed into requests. */
  readonly mono?: boolean
  /** What the cell says, for the eye, for a copy and for an exported file. */
  readonly text?: (record: R) => string
  readonly render?: (record: R) => ReactNode
}

/** A column of a field that the records of a collection have, or that the list adds to them. */
export type ColumnOf<C extends KnownCollection, R, Added extends string = never> = Column<R> & {
  readonly field: FieldOf<C> | Added
}

/** The part of a column that a filter speaks of. */
export type FilterColumn = Pick<Column<never>, 'field' | 'label' | 'kind' | 'filterable'> & {
  /** Of a record: where it is found. */
  readonly source?: RecordSource
  /** Of a choice: what can be chosen. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Of a choice: how a server is asked for it. */
  readonly condition?: (value: string) => string
  /** The same by parameters of its own, where it takes such; absent: by `condition`. */
  readonly params?: (value: string) => Params
}

/** A field that can be set on many records at once. */
export type BulkField =
  | { readonly field: string; readonly label: string; readonly kind: 'boolean' }
  | { readonly field: string; readonly label: string; readonly kind: 'text' }
  | {
      readonly field: string
      readonly label: string
      readonly kind: 'choice'
      readonly options: readonly { readonly value: string; readonly label: string }[]
    }

/** Something that is done to many records at once, after a question. */
export interface BulkAction {
  readonly label: string
  readonly icon: ReactNode
  readonly question: string
  /** Over the progress of a long one: `Resetting counters`. */
  readonly doing: string
  /** Said when all of it is done. */
  readonly done: string
  readonly run: (ids: readonly RecordId[]) => Promise<void>
}

export interface ListMessages {
  /** Title of notifications. */
  readonly module: string
  readonly loadFailed: string
  /** Said instead when the caller may not read the list: what it takes. */
  readonly noAccess?: string
  /** Said when there is nothing at all; absent for lists that are never empty. */
  readonly empty?: string
  /** What the thing is for, under the sentence above. */
  readonly purpose: string
  readonly noMatch: string
  readonly deleteOne: (given: { readonly name: string }) => string
  readonly deleteMany: string
  readonly deletedOne: string
  readonly deletedMany: string
  readonly imported: string
}

export type RowAction<R> = {
  readonly label: string
  /** Null: possible; else the reason that is shown. */
  readonly refused?: (record: R) => string | null
} & (
  | {
      readonly run: (record: R) => void
      /** Possible also while the console holds writes back. */
      readonly changesNothing?: true
    }
  /** Where it leads, in a new window; null when nowhere. */
  | { readonly href: (record: R) => string | null }
)

/** A second question about a deletion that is certain by then; the answer travels with it as parameters. */
export interface DeletionQuestion<R> {
  readonly one: (record: R) => Promise<Params>
  readonly many: () => Promise<Params>
}

/** What else is known of records, and read apart from them. */
export interface Beside {
  /** Names it among all that was read. */
  readonly key: string
  /** Fields that are added to those of records, by identifier; asked of some hundred at once. */
  readonly read: (ids: readonly RecordId[], signal: AbortSignal) => Promise<ReadonlyMap<RecordId, WireRecord>>
}

/** Everything a tab says about its list; the list does the rest. */
export interface ListDeclaration<R extends WireRecord> {
  /** Under `system/`. */
  readonly collection: string
  readonly path: string
  readonly one: string
  readonly many: string
  /** What a record is called in questions and titles. */
  readonly nameOf: (record: R) => string
  readonly columns: readonly Column<R>[]
  /** What can be asked for besides what the columns show. */
  readonly filters?: readonly FilterColumn[]
  readonly searchFields: readonly string[]
  /** Numbers that are searched too, for what begins with one. */
  readonly searchNumbers?: readonly string[]
  readonly related?: readonly string[]
  readonly beside?: Beside
  /** The order while nobody chose one; by number when absent. */
  readonly sort?: Sort
  readonly pageSize?: number
  readonly messages: ListMessages
  /** Nobody writes such records: nothing is deleted here. */
  readonly readOnly?: true
  /** When reading the list is refused, people are told and led home: at any refusal, or (as usual) when they may not read it. */
  readonly leavesOn?: 'any-refusal' | 'no-access'
  /** How that is said; as an error when absent. */
  readonly refusalTone?: 'warning'
  readonly bulkFields?: readonly BulkField[]
  readonly bulkActions?: readonly BulkAction[]
  /** Milliseconds after which the rows are quietly read again while they are in sight; never when absent. */
  readonly live?: number
  /** `first`: what the button says while there is nothing yet. */
  readonly create?: { readonly label: string; readonly first?: string }
  readonly importExport?: boolean
  /** Relations that an exported file holds besides the fields. */
  readonly exportRelated?: readonly string[]
  readonly canDuplicate?: boolean
  readonly rowActions?: readonly RowAction<R>[]
  readonly deletionQuestion?: DeletionQuestion<R>
  /** What becomes of the records that need a deleted one, where the instance asks before it deletes such a one. */
  readonly inUse?: string
  /** Why a record cannot be deleted, as far as it tells; the server may have reasons of its own. */
  readonly keeps?: (record: R) => string | null
  /** Records that cannot be deleted from here, and why; a deletion of many leaves them out. */
  readonly kept?: { readonly ids: readonly RecordId[]; readonly reason: string }
}

/** All that a list can be filtered by. */
export function filterColumns<R extends WireRecord>({
  columns,
  filters = [],
}: Pick<ListDeclaration<R>, 'columns' | 'filters'>): readonly FilterColumn[] {
  return [...filters, ...columns]
}

export function idOf(record: WireRecord): RecordId {
  const { id } = record
  return typeof id === 'number' || typeof id === 'string' ? id : ''
}

/** Why a record stays; null when it can be deleted. */
export function whyProtected<R extends WireRecord>({ kept, keeps }: ListDeclaration<R>, record: R): string | null {
  return (kept?.ids.includes(idOf(record)) ? kept.reason : keeps?.(record)) ?? null
}
