/** Replaces the record id in a URL, and opens an empty form. */
export const newRecord = 'new'
