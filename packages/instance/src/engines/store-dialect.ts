/** How an engine spells what the instance's own tables need besides its dialect. Values are bound to `?`. Pure. */
export interface StoreDialect {
  /** Whether several nodes may work on the database at the same time. */
  readonly isShared: boolean
  /** Types of columns in migrations: a primary key that the database counts, an integer, and a text that is sorted by its characters. */
  readonly columns: { readonly id: string; readonly key: string; readonly text: string }
  /** What follows the columns of an index so that rows of equal values are sorted by their ids. */
  readonly thenId: string
  /** A text column in a unique index that ignores case. */
  readonly indexedInAnyCase: (column: string) => string
  /** A condition that such an index answers, for a text in lower case. */
  readonly equalsInAnyCase: (column: string) => string
  /** A LIKE that ignores case, with backslash as the escape character of its pattern. */
  readonly like: (expression: string, placeholder: string) => string
  /** Appended to an ascending and to a descending term of an order: nulls come first in the one, last in the other. */
  readonly nulls: { readonly asc: string; readonly desc: string }
  /** Appended to a select inside a transaction whose row is about to change. */
  readonly lock: string
  /** Waits until no other transaction holds a number, and holds it to the end; null: a transaction is alone anyway. */
  readonly takeTurn: string | null
  /** Tells all nodes a text on a channel; null: there are no others. */
  readonly notify: string | null
  /** The last ids that tables have given, also of rows that are gone: they are never given again. */
  readonly lastIds: {
    /** Answers `name` and `value` of tables. */
    readonly read: string
    /** Run before they are set; null: that is not needed. */
    readonly clear: string | null
    /** Name and value are bound. */
    readonly set: string
  }
  /** How many tables of a name there are, as `number`. */
  readonly countTables: string
}
