import type { FieldOf, KnownCollection } from '@millwright/contract/wire/endpoints'
import type { ReactNode } from 'react'
import type { RecordId } from '../../../instance/collections.ts'
import type { Params } from '../../../instance/transport.ts'
import type { RecordSource } from '../record-picker/record-source.ts'

/** A record on the wire, including fields that this console does not know. */
export type WireRecord = { readonly [field: string]: unknown }

/** `record`: id of a record in another collection. `choice`: a filter with its own conditions. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'record' | 'choice'

export interface Column<R> {
  readonly field: string
  readonly label: string
  readonly kind: ColumnKind
  /** Initial width in pixels. */
  readonly width: number
  /** Takes the remaining width. */
  readonly grow?: boolean
  /** Its text links to the record; the first column by default. */
  readonly link?: boolean
  /** Hidden by default. */
  readonly hidden?: boolean
  /** Shown on a narrow screen too. */
  readonly narrow?: boolean
  readonly sortable?: boolean
  /** The value that a page is sorted by, for a column that no server can sort by. */
  readonly sortValue?: (record: R) => unknown
  readonly filterable?: boolean
  /** For identifiers and keys. */
  readonly mono?: boolean
  /** The text of the cell, for display, copying and exporting. */
  readonly text?: (record: R) => string
  /** `undefined` shows the cell as without it. */
  readonly render?: (record: R) => ReactNode
}

/** A column for a field of a collection's records, or for one that the list adds. */
export type ColumnOf<C extends KnownCollection, R, Added extends string = never> = Column<R> & {
  readonly field: FieldOf<C> | Added
}

/** The parts of a column that filters use. */
export type FilterColumn = Pick<Column<never>, 'field' | 'label' | 'kind' | 'filterable'> & {
  /** For the kind `record`: where to search for it. */
  readonly source?: RecordSource
  /** For the kind `choice`: the options. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** For the kind `choice`: the filter condition of an option. */
  readonly condition?: (value: string) => string
  /** Request parameters for an option, on servers that support them; otherwise `condition` applies. */
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

/** An action on many records at once, after confirmation. */
export interface BulkAction {
  readonly label: string
  readonly icon: ReactNode
  readonly question: string
  /** Title of the progress dialog of a long action: `Resetting counters`. */
  readonly doing: string
  /** Message after completion. */
  readonly done: string
  readonly run: (ids: readonly RecordId[]) => Promise<void>
}

export interface ListMessages {
  /** Title of notifications. */
  readonly module: string
  readonly loadFailed: string
  /** Shown instead if the caller may not read the list: the required access. */
  readonly noAccess?: string
  /** Shown if there are no records; absent for lists that are never empty. */
  readonly empty?: string
  /** The purpose of the records, shown below `empty`. */
  readonly purpose: string
  readonly noMatch: string
  readonly deleteOne: (values: { readonly name: string }) => string
  readonly deleteMany: string
  readonly deletedOne: string
  readonly deletedMany: string
  readonly imported: string
}

export type RowAction<R> = {
  readonly label: string
  /** Why the action is disabled, or `null`. */
  readonly refused?: (record: R) => string | null
} & (
  | {
      readonly run: (record: R) => void
      /** Enabled even while the console blocks writes. */
      readonly changesNothing?: true
    }
  /** Link target in a new window, or `null`. */
  | { readonly href: (record: R) => string | null }
)

/** A second question after a confirmed deletion; the answer is sent as parameters. */
interface DeletionQuestion<R> {
  readonly one: (record: R) => Promise<Params>
  readonly many: () => Promise<Params>
}

/** Additional data about records, read separately. */
export interface AdditionalData {
  /** Identifies it among the additional data. */
  readonly key: string
  /** Fields to add to records, by id; called with about a hundred ids at a time. */
  readonly read: (ids: readonly RecordId[], signal: AbortSignal) => Promise<ReadonlyMap<RecordId, WireRecord>>
}

/** Declares a tab's list, which handles the rest. */
export interface ListDeclaration<R extends WireRecord> {
  /** Path below `system/`. */
  readonly collection: string
  readonly path: string
  readonly one: string
  readonly many: string
  /** The name of a record in questions and titles. */
  readonly nameOf: (record: R) => string
  readonly columns: readonly Column<R>[]
  /** Filters besides the columns. */
  readonly filters?: readonly FilterColumn[]
  readonly searchFields: readonly string[]
  /** Number fields that are searched too, if the text starts with a number. */
  readonly searchNumbers?: readonly string[]
  readonly related?: readonly string[]
  readonly beside?: AdditionalData
  /** Default sort order; by id if absent. */
  readonly sort?: Sort
  readonly pageSize?: number
  readonly messages: ListMessages
  /** Records cannot be written: there is no deletion. */
  readonly readOnly?: true
  /** Which errors of the list return home with a notification: any error, or (by default) missing access. */
  readonly returnHomeOn?: 'any-refusal' | 'no-access'
  /** The notification's type; an error if absent. */
  readonly refusalTone?: 'warning'
  readonly bulkFields?: readonly BulkField[]
  readonly bulkActions?: readonly BulkAction[]
  /** Milliseconds between background refreshes while the rows are visible; none if absent. */
  readonly live?: number
  /** `first`: label of the button while there are no records. */
  readonly create?: { readonly label: string; readonly first?: string }
  readonly importExport?: boolean
  /** Relations to include in an exported file. */
  readonly exportRelated?: readonly string[]
  readonly canDuplicate?: boolean
  readonly rowActions?: readonly RowAction<R>[]
  readonly deletionQuestion?: DeletionQuestion<R>
  /** What happens to dependent records, if the instance requires confirmation to delete such a record. */
  readonly inUse?: string
  /** Why a record cannot be deleted, as far as it shows that; the server may have other reasons. */
  readonly keeps?: (record: R) => string | null
  /** Records that cannot be deleted here, and why; bulk deletion skips them. */
  readonly kept?: { readonly ids: readonly RecordId[]; readonly reason: string }
}

/** All columns and filters of a list. */
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

/** Why a record cannot be deleted, or `null`. */
export function whyProtected<R extends WireRecord>({ kept, keeps }: ListDeclaration<R>, record: R): string | null {
  return (kept?.ids.includes(idOf(record)) ? kept.reason : keeps?.(record)) ?? null
}

/** Sort field and direction. */
export interface Sort {
  readonly field: string
  readonly down: boolean
}
