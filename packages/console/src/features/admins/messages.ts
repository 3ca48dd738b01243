/** Sentences of the Admins tab; the questions, answers and refusals are the ones people know and search for. */
export const adminMessages = {
  module: 'Admins',
  loadFailed:
    'There was an error loading data for the Admins tab. Please try refreshing your browser and logging in again.',
  purpose: 'Administrators sign in to this console and manage the instance.',
  noMatch: 'You have no Admins that match your search criteria!',
  deleteOne: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteMany: 'Delete selected admins?',
  deletedOne: 'Admin successfully deleted.',
  deletedMany: 'Admins deleted successfully.',
  imported: 'Admins imported successfully.',
  created: 'Admin saved successfully.',
  updated: 'Admin updated successfully.',
  invited: 'Admin invite has been sent.',
}
