import { catalogue } from '../../language/catalogue.ts'

/** Texts of the Users tab. Questions and error messages keep the wording that users know and search for. */
export const userMessages = catalogue({
  module: 'Users',
  one: 'user',
  many: 'users',
  thing: 'User',
  loadFailed:
    'There was an error loading data for the Users tab. Please try refreshing your browser and logging in again.',
  noAccess:
    'To use the Users tab your role must allow GET access to system/user, system/role, and system/app. To create, update, or delete users, you need POST, PUT, and DELETE access to /system/user.',
  empty: 'You have no Users!',
  createFirst: 'Create A User!',
  purpose: 'Users sign in to your apps; their role in each app decides what they can do.',
  noMatch: 'You have no Users that match your search criteria!',
  deleteOne: 'Delete {name}?',
  deleteMany: 'Delete selected users?',
  deletedOne: 'User successfully deleted.',
  deletedMany: 'Users deleted successfully.',
  imported: 'Users imported successfully.',
  created: 'User saved successfully.',
  updated: 'User updated successfully.',
  invited: 'User invite has been sent.',
})
