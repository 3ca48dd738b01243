/** Sentences of the Roles tab; the questions, answers and refusals are the ones people know and search for. */
export const roleMessages = {
  module: 'Roles',
  loadFailed:
    "To use the Roles tab your role must allow GET access to service 'system' and system/role/*. To create, update, or delete roles, you need POST, PUT, and DELETE access to system/role/*.",
  empty: 'You have no Roles!',
  createFirst: 'Create A Role!',
  purpose: 'A role says which services, components and verbs people and apps may use.',
  noMatch: 'You have no Roles that match your search criteria!',
  deleteOne: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteMany: 'Delete selected roles?',
  deletedOne: 'Role successfully deleted.',
  deletedMany: 'Roles deleted successfully.',
  imported: 'Roles imported successfully.',
  created: 'Role saved successfully.',
  updated: 'Role updated successfully.',
  nameMissing: 'Name is required.',
  lookups: 'Every lookup key needs a name of its own.',
  serviceMissing: (id: number) => `Service with id "${id}" not found.`,
}
