/** What the Data tab says. */
export const dataMessages = {
  module: 'Data',
  purpose: 'Browse and edit the records of a database service.',
  loadFailed: 'There was an error loading the Data tab. Please try refreshing your browser and logging in again.',
  unsaved: 'You have Unsaved records.  Continue without saving?',
  deleteRecords: 'You are about to delete records. Continue?',
  nothingToSave: 'No records selected for save.',
  nothingToDelete: 'No records selected for delete.',
  saved: (count: number) => (count === 1 ? 'Record saved.' : 'Records saved.'),
  reverted: (count: number) => (count === 1 ? 'Record reverted.' : 'Records reverted.'),
  deleted: (count: number) => (count === 1 ? 'Record deleted.' : 'Records deleted.'),
  created: 'Record created.',
  noRecords: 'No records found.',
  noMatch: 'No records match the filter.',
  noKey: 'This table has no primary key, so its records can be read and added, but not changed or deleted here.',
} as const
