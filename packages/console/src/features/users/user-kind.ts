import type { PersonKind } from '../people/person-kind.ts'
import { userMessages } from './messages.ts'

/** What belongs to a user besides the fields. */
export const userRelations = ['user_to_app_to_role_by_user_id', 'lookup_by_user_id'] as const

/** Users among the people. */
export const userKind: PersonKind = {
  get one() {
    return userMessages.one
  },
  get many() {
    return userMessages.many
  },
  get thing() {
    return userMessages.thing
  },
  path: '/users',
  collection: 'system/user',
  params: { fields: '*', related: userRelations.join(',') },
  messages: userMessages,
}
