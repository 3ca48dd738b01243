import { catalogue } from '../../../language/catalogue.ts'

/** Texts of a user's form. */
export const t = catalogue({
  app: 'App {id}',
  role: 'Role {id}',
  whatRolesDo:
    'The role chosen here decides what the user can do in an app. In other apps, the app’s default role applies.',
  searchAppRoles: 'Search apps and roles',
  noRoles: 'No roles. Add an app to choose a role in it.',
  rolesByApp: 'Roles by app',
  appRole: 'Role in {app}',
  noRoleSelected: '-- No Role Selected --',
  chooseARole: 'Choose a role.',
  removeAppRole: 'Remove the role in {app}',
  more: '{count, plural, one {# more. Search to find it.} other {# more. Search to find them.}}',
  addAnApp: 'Add an app',
  addAppDots: 'Add an app…',
})
