/** How an engine spells what the instance's own tables need besides its dialect. Placeholders are `?`. Pure. */
export interface StoreDialect {
  /** Whether several nodes can use the database at the same time. */
  readonly isShared: boolean
  /** Column types for migrations: an auto-incremented primary key, an integer, and a text sorted by code points. */
  readonly columns: { readonly id: string; readonly key: string; readonly text: string }
  /** Appended to the columns of an index so that rows with equal values are sorted by id. */
  readonly thenId: string
  /** A text column in a case-insensitive unique index. */
  readonly indexedInAnyCase: (column: string) => string
  /** A condition that uses such an index, for a text in lower case. */
  readonly equalsInAnyCase: (column: string) => string
  /** A case-insensitive LIKE with a backslash as the escape character. */
  readonly like: (expression: string, placeholder: string) => string
  /** Appended to an ascending or descending ORDER BY term: nulls come first or last, respectively. */
  readonly nulls: { readonly asc: string; readonly desc: string }
  /** Appended to a SELECT, inside a transaction, of a row that is about to change. */
  readonly lock: string
  /** Acquires the lock with a number until the end of the transaction; `null` if transactions are serialized anyway. */
  readonly takeTurn: string | null
  /** Sends a text to all nodes on a channel; `null` if there are no other nodes. */
  readonly notify: string | null
  /** The last generated ids of tables, including those of deleted rows, so that they are never used again. */
  readonly lastIds: {
    /** Returns `name` and `value` for each table. */
    readonly read: string
    /** Run before setting them; `null` if not needed. */
    readonly clear: string | null
    /** Name and value are its parameters. */
    readonly set: string
  }
  /** Returns the number of tables with a name, as `number`. */
  readonly countTables: string
}
