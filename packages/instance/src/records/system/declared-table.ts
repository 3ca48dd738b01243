import type { Field, Fields } from '@millwright/contract/records/field'
import type { Verb } from '@millwright/contract/verbs'
import { familyWriter, type WrittenMember } from '../../engines/values/value-writer.ts'
import type { Vault } from '../../platform/vault.ts'
import type { Caller } from '../../request/caller.ts'
import type { TableName } from '../../store/tables.ts'
import { type Key, type KeyType, quoted } from './dialect.ts'
import type { RowReading } from './row-reading.ts'
import type { Row, Tx } from './sql-runner.ts'
import type { DeclaredAuthority, TableAuthority } from './table-authority.ts'

/** What reading a row needs besides the row. */
export interface ReadContext extends RowReading {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Returns scheme and host of the request's URL. */
  readonly origin: () => string
  /** Returns scheme and host of hosted apps. */
  readonly appsOrigin: () => string
}

export interface WriteContext {
  readonly vault: Vault
  readonly creating: boolean
}

/** How a field of the wire is stored in the table. */
export interface Column {
  readonly name: string
  readonly field: Field
  /** Name in the error if it is missing; absent: the field's name. */
  readonly called?: string
  /** `false`: computed, or a command. */
  readonly stored: boolean
  /** SQL to select instead of the column. */
  readonly select: string | null
  /** Converts the stored value for the wire; `null`: they are the same. */
  readonly read: ReadColumn | null
  /** Converts an accepted value for storage; returns `undefined` to leave the stored value unchanged. */
  readonly write: ((value: unknown, context: WriteContext) => unknown) | null
  /** Returns what is wrong with a value of the right type, or `null`. */
  readonly check: ((value: unknown) => string | null) | null
  /** Converts other values that clients send to the field's type, before the type is checked. */
  readonly accept: ((value: unknown) => unknown) | null
  /** The table that must contain a row with this id. */
  readonly references: TableName | null
  /** Whether `filter`, `order` and `group` may use it: `false` for computed, encrypted and JSON fields. */
  readonly comparable: boolean
  /** Value for the audit log; `null`: the value on the wire, or the mask. */
  readonly auditedAs: ((row: Row, reading: RowReading) => unknown) | null
  /** Whether `fields` may name it although it is not returned by default. */
  readonly selectable: boolean
  /** An object whose sent members are merged into the stored ones. */
  readonly merges: boolean
  /** The column with the role whose rights a caller needs to be shown the value; others are shown the mask. `null`: none. */
  readonly shownWithRole: string | null
  /** How a value with secrets is read and hidden; `null`: it has none. */
  readonly secrets: ColumnSecrets | null
}

/** A column whose value is secret, or has secrets in it. */
export interface ColumnSecrets {
  /** Returns a stored value in plain. */
  open(stored: unknown, row: Readonly<Row>, reading: RowReading): unknown
  /** Replaces what is secret in a plain value. `row`: the plain values beside it. */
  hide(plain: unknown, row: Readonly<Row>, replace: (secret: unknown) => unknown, kinds: RowReading['kinds']): unknown
}

export type ReadColumn = (stored: unknown, row: Row, context: ReadContext) => unknown

/** A name for filters only, or one that responses compute. */
export interface FilterOnly {
  /** `flag`: compared with true and false. `number`: compared with an integer, which is bound for the one `?`. */
  readonly kind: 'flag' | 'number'
  /** Condition that is true for `true`, or for that number. */
  readonly sql: string
}

/** Who writes, when, and from where; and what compares values with stored ones. */
export interface Actor extends RowReading {
  readonly caller: Caller
  /** IP address. */
  readonly address: string
  readonly verb: Verb
  readonly auditLog: AuditNotes
  /** Milliseconds since 1970. */
  readonly now: number
  readonly authorize: Authorize
}

/** A written row. `previous` is `null` for a new row, `next` for a deleted one; for an update, `next` has the written columns only. */
export interface AuditedChange {
  readonly declared: DeclaredTable
  readonly key: Key
  readonly previous: Row | null
  readonly next: Row | null
}

/** Collects the changes of a transaction. */
export interface AuditNotes {
  note(change: AuditedChange, actor: Actor): void
  /** Attributes the changes noted by the work to the owner; `null`: to none. */
  within<T>(owner: { readonly resource: string; readonly id: string } | null, work: () => Promise<T>): Promise<T>
}

/** A row about to be written, as passed to the checks of its table. */
export interface DeclaredChange {
  /** Stored values by column, as far as given; checks may add to them. */
  readonly values: Row
  readonly previous: Row | null
}

/** A write to authorize. `change.values`: as they will be stored; `null` for a deletion. */
export interface AuthorizedChange {
  readonly tx: Tx
  readonly declared: DeclaredTable
  readonly change: { readonly previous: DeclaredChange['previous']; readonly values: Row | null }
  readonly actor: Pick<Actor, 'caller' | 'vault' | 'kinds'>
}

/** Throws unless the caller has the authority that a write confers. Full administrators have all, unless they use an app password. */
export type Authorize = (write: AuthorizedChange) => Promise<void>

/** Rows of a table as served to all callers: as a resource, or as a relation of another one. */
export interface DeclaredTable {
  readonly table: TableName
  readonly label: string
  readonly plural: string
  readonly key: string
  readonly keyType: KeyType
  /** The resource under which changes are recorded in the audit log; `null`: they are not recorded. */
  readonly auditedAs: string | null
  /** A condition without which the key is ambiguous; else empty. */
  readonly within: string
  /** In wire order. */
  readonly columns: readonly Column[]
  readonly filters: ReadonlyMap<string, FilterOnly>
  /** `full`: dates, people and revision; `dates`: the two dates; `none`. */
  readonly audit: 'full' | 'dates' | 'none'
  /** Throws if the caller may not write such rows, before or after the change. */
  readonly guard: ((tx: Tx, rows: readonly Row[], actor: Actor) => Promise<void>) | null
  /** Throws for violations that only the database reveals; runs inside the transaction, also for nested rows. */
  readonly check: ((tx: Tx, change: DeclaredChange, reading: Pick<RowReading, 'kinds'>) => Promise<void>) | null
  /** What rows and their columns confer; `null` if only the instance writes them. */
  readonly authority: TableAuthority | null
  /** Whether the rows store their author: a caller who changes what runs later or decides becomes it. */
  readonly authored: boolean
}

type ColumnOptions = Partial<Omit<Column, 'name' | 'field'>>

interface TableOptions<F extends Fields> {
  table: TableName
  label: string
  plural?: string
  fields: F
  key?: string
  keyType?: KeyType
  auditedAs?: string | null
  within?: string
  audit?: DeclaredTable['audit']
  columns?: { readonly [K in keyof F]?: ColumnOptions }
  filters?: Readonly<Record<string, FilterOnly>>
  guard?: DeclaredTable['guard']
  check?: DeclaredTable['check']
  authority: DeclaredAuthority<F>
  authored?: true
}

export function declareTable<F extends Fields>(options: TableOptions<F>): DeclaredTable {
  const { table, label, fields } = options
  return {
    table,
    label,
    plural: options.plural ?? `${label}s`,
    key: options.key ?? 'id',
    keyType: options.keyType ?? 'number',
    auditedAs: options.auditedAs === undefined ? table : options.auditedAs,
    within: options.within ?? '',
    columns: Object.entries(fields).map(([name, field]) => column(name, field, options.columns?.[name])),
    filters: new Map(Object.entries(options.filters ?? {})),
    audit: options.audit ?? 'full',
    guard: options.guard ?? null,
    check: options.check ?? null,
    authority: options.authority === 'instance' ? null : whole(table, fields, options.authority),
    authored: options.authored ?? false,
  }
}

/** Types cannot tell that a class is missing where the fields of a table are computed. */
function whole(table: TableName, fields: Fields, authority: TableAuthority): TableAuthority {
  const missing = Object.keys(fields).find(
    (name) => fields[name]?.mode !== 'readOnly' && authority.columns[name] === undefined,
  )
  if (missing !== undefined) throw new Error(`The field '${missing}' of '${table}' does not declare what it confers.`)
  return authority
}

function column(name: string, field: Field, options: ColumnOptions = {}): Column {
  const stored = options.stored ?? field.mode !== 'command'
  return {
    name,
    field,
    ...(options.called === undefined ? {} : { called: options.called }),
    stored,
    select: options.select ?? null,
    read: options.read ?? defaultRead[field.type] ?? null,
    write: options.write ?? defaultWrite[field.type] ?? null,
    check: options.check ?? null,
    accept: options.accept ?? null,
    references: options.references ?? null,
    auditedAs: options.auditedAs ?? null,
    merges: options.merges ?? false,
    shownWithRole: options.shownWithRole ?? null,
    secrets: options.secrets ?? null,
    selectable: options.selectable ?? (field.mode !== 'writeOnly' && field.mode !== 'command'),
    comparable: options.comparable ?? (stored && field.mode !== 'writeOnly' && field.type !== 'json'),
  }
}

const defaultRead: Partial<Record<Field['type'], ReadColumn>> = {
  boolean: familyWriter('boolean'),
  json: (stored) => (typeof stored === 'string' ? parsed(stored) : null),
}

const defaultWrite: Partial<Record<Field['type'], (value: unknown) => unknown>> = {
  boolean: (value) => (value === null ? null : value === true ? 1 : 0),
  json: (value) => (value === null ? null : JSON.stringify(value)),
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns an item of a select list, named like the field. */
export function selected({ name, select }: Column): string {
  return select === null ? quoted(name) : `${select} AS ${quoted(name)}`
}

/** Returns the conversions of rows with these columns to the wire. */
export function writtenMembers(columns: readonly Column[]): WrittenMember<ReadContext>[] {
  return columns.flatMap(({ name, read }) => (read === null ? [] : [{ name, write: read, writesNull: true }]))
}

/** Returns whether responses contain the field. */
export function isAnswered(column: Column): boolean {
  return column.field.mode !== 'writeOnly' && column.field.mode !== 'command'
}
