/** Sentences of the Reports tab; the refusals and answers are the ones people know and search for. */
export const reportMessages = {
  module: 'Reports',
  loadFailed:
    'There was an error loading data for the Reports tab. Please try refreshing your browser and logging in again.',
  empty: 'You have no Reports!',
  purpose: 'Service reports show when each service was created, modified and deleted.',
  noMatch: 'You have no Reports that match your search criteria!',
  deleteOne: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteMany: 'Delete selected reports?',
  deletedOne: 'Report successfully deleted.',
  deletedMany: 'Reports deleted successfully.',
  imported: 'Reports imported successfully.',
} as const

/** Some servers refuse the list to others than root administrators with a status that does not say so. */
export const reportListMessages = {
  ...reportMessages,
  loadFailed: 'To use the Reports tab you must be Root Admin and have GOLD license.',
} as const

export const requestMessages = {
  ...reportMessages,
  loadFailed: 'Could not load the requests.',
  empty: 'No requests yet.',
  purpose: 'The latest requests of the API: who called what, how it went, how long it took, and why it was refused.',
  noMatch: 'No request that is still in the log matches your search criteria.',
} as const

export const auditMessages = {
  ...reportListMessages,
  empty: 'No changes yet.',
  purpose: 'The audit trail shows who changed which record, when and from where, and what it was before.',
  noMatch: 'No change matches your search criteria.',
  takenBack: 'The change was reverted.',
} as const
