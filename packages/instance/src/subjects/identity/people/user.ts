import { Problem } from '@millwright/contract/problem'
import { user as declared } from '../../ground/models/person-model.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'
import { personHooks, personTravels } from './person.ts'

/** Users of the apps. */
export const userResource: ResourceDeclaration = {
  name: 'user',
  label: 'Users',
  description: 'People who use the apps of this instance.',
  travels: personTravels,
  declared,
  scope: {
    values: { is_sys_admin: 0 },
    outside: () => new Problem(403, 'Administrators cannot be changed as users.'),
  },
  ...personHooks('user'),
}
