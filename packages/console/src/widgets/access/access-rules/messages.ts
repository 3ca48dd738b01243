import { catalogue } from '../../../language/catalogue.ts'

/** Texts about access to the rows of tables. */
export const t = catalogue({
  everywhere: 'List, single and related rows',
  byList: 'List and related rows',
  byRecord: 'Single rows by ID',
  allRows: '{verbs}: all rows',
  onlyRows: '{verbs}: only rows where {filter}',
  noAccess: 'no access',
  hole: 'The row filter “{filter}” does not apply to {open}.',
  openList: '{verbs} of lists and related rows',
  openRecord: '{verbs} of single rows by ID',
  applyToAll: 'Apply filter to all',
  closed: 'The row filter now applies to all requests for the table.',
})
