import { catalogue } from '../../language/catalogue.ts'

/** Texts of the Roles tab; questions, answers and errors are established texts that people know and search for. */
export const roleMessages = catalogue({
  module: 'Roles',
  one: 'role',
  many: 'roles',
  loadFailed:
    "To use the Roles tab your role must allow GET access to service 'system' and system/role/*. To create, update, or delete roles, you need POST, PUT, and DELETE access to system/role/*.",
  empty: 'You have no Roles!',
  createFirst: 'Create A Role!',
  purpose: 'A role defines which services, components and verbs users and apps can use.',
  noMatch: 'You have no Roles that match your search criteria!',
  deleteOne: 'Delete {name}?',
  deleteMany: 'Delete selected roles?',
  deletedOne: 'Role successfully deleted.',
  deletedMany: 'Roles deleted successfully.',
  imported: 'Roles imported successfully.',
  explainAccess: 'Explain access',
  createdDate: 'Created',
  roleId: 'role {id}',
  accessRequests: 'Access requests',
})
