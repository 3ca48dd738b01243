import type { Field, Fields } from '@millwright/contract/records/field'
import type { Verb } from '@millwright/contract/verbs'
import { familyWriter, type WrittenMember } from '../../engines/values/value-writer.ts'
import type { Vault } from '../../platform/vault.ts'
import type { Caller } from '../../request/caller.ts'
import type { TableName } from '../../store/tables.ts'
import { type Key, type KeyType, quoted } from './dialect.ts'
import type { Row, Tx } from './sql-runner.ts'

/** What reading a row needs besides the row. */
export interface ReadContext {
  readonly vault: Vault
  /** Milliseconds since 1970. */
  readonly now: number
  /** Scheme and host by which the instance was addressed. */
  readonly origin: () => string
  /** The same of hosted apps. */
  readonly appsOrigin: () => string
}

export interface WriteContext {
  readonly vault: Vault
  readonly creating: boolean
}

/** How one field of the wire is kept in the table. */
export interface Column {
  readonly name: string
  readonly field: Field
  /** What the refusal says when it is missing; absent: its name. */
  readonly called?: string
  /** False: computed, or a command. */
  readonly stored: boolean
  /** SQL to select instead of the column. */
  readonly select: string | null
  /** From the stored to the answered value; null: they are the same. */
  readonly read: ReadColumn | null
  /** From the accepted to the stored value; undefined: the stored value stays. */
  readonly write: ((value: unknown, context: WriteContext) => unknown) | null
  /** Says what is wrong with a value whose type is right. */
  readonly check: ((value: unknown) => string | null) | null
  /** Turns what clients send besides the field's own type into it, before the type is checked. */
  readonly accept: ((value: unknown) => unknown) | null
  /** The table in which a number has to be found. */
  readonly references: TableName | null
  /** May stand in `filter`, `order` and `group`: false for what is computed, encrypted or JSON. */
  readonly comparable: boolean
  /** What the audit log keeps of a stored row instead of the value; null: the value as it is answered, or the mask. */
  readonly auditedAs: ((row: Row, vault: Vault) => unknown) | null
  /** May stand in `fields` although no answer has it. */
  readonly selectable: boolean
  /** An object whose sent members are written, and the others left as they are. */
  readonly merges: boolean
}

export type ReadColumn = (stored: unknown, row: Row, context: ReadContext) => unknown

/** A name that filters know although no answer has it, or answers compute it. */
export interface FilterOnly {
  /** `flag`: compared with true and false. `number`: compared with a whole number, which is bound for the one `?`. */
  readonly kind: 'flag' | 'number'
  /** The condition that holds when it is true, or is that number. */
  readonly sql: string
}

/** Who writes, when, and from where. */
export interface Actor {
  readonly caller: Caller
  /** Network address. */
  readonly address: string
  readonly verb: Verb
  readonly auditLog: AuditNotes
  /** Milliseconds since 1970. */
  readonly now: number
  /** Tells whether a sealed value is the one that is stored. */
  readonly vault: Vault
}

/** A written row: a new one has no previous, a deleted one no next, which for others has the written columns alone. */
export interface AuditedChange {
  readonly declared: DeclaredTable
  readonly key: Key
  readonly previous: Row | null
  readonly next: Row | null
}

/** Keeps what a transaction changes. */
export interface AuditNotes {
  note(change: AuditedChange, actor: Actor): void
  /** What the work notes belongs to the owner; null: to nobody. */
  within<T>(owner: { readonly resource: string; readonly id: string } | null, work: () => Promise<T>): Promise<T>
}

/** One row about to be written, as the checks of its table see it. */
export interface RowChange {
  /** Stored values by column, as far as they are given; checks may add to them. */
  readonly values: Row
  readonly previous: Row | null
}

/** Rows of one table as the wire shows them, whoever asks: a resource, or a relation of another one. */
export interface DeclaredTable {
  readonly table: TableName
  readonly label: string
  readonly plural: string
  readonly key: string
  readonly keyType: KeyType
  /** The resource under whose name changes are kept for the audit log; null: they are not kept. */
  readonly auditedAs: string | null
  /** A condition without which the key names more than one row; else empty. */
  readonly within: string
  /** In the order of the wire. */
  readonly columns: readonly Column[]
  readonly filters: ReadonlyMap<string, FilterOnly>
  /** Full: dates, people and revision; dates: the two dates; none. */
  readonly audit: 'full' | 'dates' | 'none'
  /** Refuses who may not touch such rows: as they were, and as they are going to be. */
  readonly guard: ((tx: Tx, rows: readonly Row[], actor: Actor) => Promise<void>) | null
  /** Refuses what only the database can tell; runs inside the transaction, nested or not. */
  readonly check: ((tx: Tx, change: RowChange) => Promise<void>) | null
  /** Columns of what runs later, or decides what does: who changes them is kept as its author. Null: it has none. */
  readonly authored: readonly string[] | null
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
  authored?: readonly string[]
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
    authored: options.authored ?? null,
  }
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

/** An item of a select list, under the field's name. */
export function selected({ name, select }: Column): string {
  return select === null ? quoted(name) : `${select} AS ${quoted(name)}`
}

/** How rows of these columns become those of the wire. */
export function writtenMembers(columns: readonly Column[]): WrittenMember<ReadContext>[] {
  return columns.flatMap(({ name, read }) => (read === null ? [] : [{ name, write: read, writesNull: true }]))
}

/** Whether the field belongs to answers at all. */
export function isAnswered(column: Column): boolean {
  return column.field.mode !== 'writeOnly' && column.field.mode !== 'command'
}
