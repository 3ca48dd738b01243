import type { Selectable } from 'kysely'
import type { Audit, AuthorColumns } from './record-columns.ts'
import type { TableName, Tables } from './tables.ts'

/** A column that holds the id of a record. */
export interface Reference {
  readonly refersTo: TableName
  /** What happens to the row when the record is deleted: it is deleted too, or its reference becomes null. */
  readonly effect: 'deleted' | 'cleared'
  /** Further values to set when the reference becomes null. */
  readonly becomes?: Readonly<Record<string, number | null>>
  /** Absent: the row is part of the record, or of the instance's own data, and not listed. */
  readonly told?: Told
}

/** How rows that depend on a record are presented. */
export interface Told {
  /** What no longer works once the record is deleted, as a sentence. */
  readonly consequence: string
  /** Blocks the deletion unless it is forced. */
  readonly blocks?: true
  /** The column that refers to the record to present instead of the row; absent: the row itself. */
  readonly owner?: Owner
}

export type OwnerTable = 'role' | 'user' | 'service' | 'custom_api'

interface Owner {
  readonly column: string
  readonly table: OwnerTable
}

/** What texts name without referring to it by id. */
export type NamedKind = 'service' | 'table' | 'field' | 'folder' | 'lookup' | 'email_template'

/** How a text names something; each form is read and rewritten in one place (subjects/ground/system/dependents/forms.ts). */
export type NameForm =
  /** Name of an event or script: `db._table.orders.get.pre_process`. */
  | 'event'
  /** JSON: a list of events. */
  | 'events'
  /** A path within the service in `service_id`: `_table/orders/*`. */
  | 'path'
  /** A table of the service in `service_id`. */
  | 'table'
  /** The same by its name in the database, whatever its alias. */
  | 'table in the database'
  /** JSON: a list of fields of the table in `table`. */
  | 'fields'
  /** JSON: a list of conditions on fields of the table in `table`, or in the path in `component`. */
  | 'conditions'
  /** Fields with directions: `name desc, id`. */
  | 'order'
  /** A URL of the API: `/api/v2/db/_table/orders`. */
  | 'address'
  /** For apps: a path on the instance, which begins with a file service. */
  | 'page'
  /** A folder or file in the file service in `storage_service_id`. */
  | 'file'
  /** JSON: `{service, path}`, a path, or a list of these. */
  | 'attachments'
  /** JSON: the steps of an endpoint, each with `service` and `resource`. */
  | 'plan'
  /** Source code. It can be searched for names, but not rewritten. */
  | 'code'
  /** JSON: the settings of a service, by the declaration of each (`names` of a setting). */
  | 'settings'

/** A column whose text names things. */
export interface Mention {
  readonly names: NameForm
  /** What no longer works once something that it names is gone; absent: the row is a part, and not listed. */
  readonly broken?: Readonly<Partial<Record<NamedKind, string>>>
  readonly owner?: Owner
}

/** A name that tells what something was called at the time, so that no rename changes it. */
export type PastName = 'past'

export type Naming = Reference | Mention | PastName

type OwnColumns = keyof Audit | keyof AuthorColumns | 'id' | `${string}_date`

/** Columns that could name something: texts, and ids of other records. */
type CouldName<Row> = {
  [K in Exclude<keyof Row & string, OwnColumns>]: Extract<Row[K], string> extends never
    ? K extends `${string}_id`
      ? K
      : never
    : K
}[Exclude<keyof Row & string, OwnColumns>]

/** A declaration for every column of every table that could name something. */
export type DeclaredNames = {
  readonly [T in TableName]: { readonly [K in CouldName<Selectable<Tables[T]>>]: Naming | null }
}

/** Columns that name nothing. */
export const nothing = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<K, null>
/** Columns that tell what something was called at the time. */
export const past = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, 'past'])) as Record<K, PastName>
/** A column of rows that are part of a record. */
export const part = (refersTo: TableName): Reference => ({ refersTo, effect: 'deleted' })
