import type { CompareOperator } from '@millwright/contract/filter/node'

/** A document as JSON has it; `_id` is a text or a number. */
export type Document = Readonly<Record<string, unknown>>

/** Where a database keeps documents by collections. Fields inside of fields are `address.city`, of lists any element. */
export interface DocumentDatabase {
  collections(): Promise<readonly string[]>
  /** Refuses with 400 when there is one already. */
  makeCollection(name: string): Promise<void>
  /** False: there was none. */
  dropCollection(name: string): Promise<boolean>
  find(collection: string, query: DocumentQuery): Promise<readonly Document[]>
  count(collection: string, where: DocumentFilter | null): Promise<number>
  /** Answers the identifier; without `_id` the database makes one. Refuses with 409 when it is taken. */
  insert(collection: string, document: Document): Promise<string | number>
  /** Sets these fields, others stay. False: no document has this identifier and fulfils the condition. */
  update(collection: string, id: string, fields: Document, where: DocumentFilter | null): Promise<boolean>
  remove(collection: string, id: string, where: DocumentFilter | null): Promise<boolean>
  /** All that fulfil the condition. */
  clear(collection: string, where: DocumentFilter | null): Promise<void>
  close(): Promise<void>
}

export interface DocumentQuery {
  readonly where: DocumentFilter | null
  /** Null: all. `_id` is answered when it is among them. */
  readonly fields: readonly string[] | null
  readonly order: readonly { readonly field: string; readonly descending: boolean }[]
  readonly limit: number
  readonly offset: number
}

/**
 * A condition, of which texts stand for values of any type that they can be read as. As in SQL, a field without a value fulfils none but
 * `null`, negated or not.
 */
export type DocumentFilter = All | Any | FieldComparison | FieldAmong | FieldNull

interface All {
  readonly kind: 'and'
  readonly operands: readonly DocumentFilter[]
}

interface Any {
  readonly kind: 'or'
  readonly operands: readonly DocumentFilter[]
}

interface OfField {
  readonly field: string
  readonly negated: boolean
}

export interface FieldComparison extends OfField {
  readonly kind: 'compare'
  readonly operator: CompareOperator
  readonly text: string
}

interface FieldAmong extends OfField {
  readonly kind: 'in'
  readonly texts: readonly string[]
}

interface FieldNull extends OfField {
  readonly kind: 'null'
}
