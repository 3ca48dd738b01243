import type { TableName } from './tables.ts'

/**
 * An index of texts by their trigrams, on SQLite: `{table}_search` has an entry of the texts of some rows, and `{table}_unsearched` the
 * numbers of entries that are not up to date. Triggers add to the latter, and each entry is made later (docs/adr/0036-search-indexes.md).
 */
export interface SearchIndex {
  /** Changed only by a migration. */
  readonly columns: readonly string[]
  /** The rows of an entry have ids that are its number when shifted right by so many bits. */
  readonly shift: number
}

/** The tables that are searched and may have millions of rows. Entries of several rows are smaller, and find less exactly. */
export const searchIndexes: { readonly [Name in TableName]?: SearchIndex } = {
  user: { columns: ['first_name', 'last_name', 'name', 'email'], shift: 0 },
  audit: { columns: ['record_name', 'resource', 'user_email', 'changed', 'address'], shift: 6 },
}
