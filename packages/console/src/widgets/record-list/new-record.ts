/** Stands in an address where the number of a record would, and opens an empty form. */
export const newRecord = 'new'
