import { catalogue } from '../../language/catalogue.ts'

/** Texts of the Admins tab; questions, answers and errors are established texts that people know and search for. */
export const t = catalogue({
  module: 'Admins',
  loadFailed:
    'There was an error loading data for the Admins tab. Please try refreshing your browser and logging in again.',
  purpose: 'Administrators sign in to this console and manage the instance.',
  noMatch: 'You have no Admins that match your search criteria!',
  deleteOne: 'Delete {name}?',
  deleteMany: 'Delete selected admins?',
  deletedOne: 'Admin successfully deleted.',
  deletedMany: 'Admins deleted successfully.',
  imported: 'Admins imported successfully.',
  created: 'Admin saved successfully.',
  updated: 'Admin updated successfully.',
  invited: 'Admin invite has been sent.',
  one: 'admin',
  many: 'admins',
  admin: 'Admin',
  accessByTabs: 'Access by tabs',
  tabsFailed: 'Could not load the tabs of this administrator; saving leaves them unchanged.',
  restrictedAdministrators: 'Restricted administrators',
  becomesRestricted:
    'Clear a tab to restrict the administrator to the others. A role is created for this administrator only. Home and Config stay, with what the role allows.',
  isRestricted: 'Role id: {role, number, ::group-off}. It changes with the tabs, and is removed when all are selected.',
  ownAccountKept: 'Your own account cannot be deleted.',
})
