import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the record picker. */
export const t = catalogue({
  roles: 'roles',
  apps: 'apps',
  users: 'users',
  tasks: 'tasks',
  searchMany: 'Search {many}',
  searchManyDots: 'Search {many}…',
  moreHelp: 'There are more {many}. Type to find them.',
  noneToChoose: 'No {many} to choose from.',
  createOne: 'Create in a new tab',
  noMatch: 'No {many} match “{text}”.',
})
