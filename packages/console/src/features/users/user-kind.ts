import type { PersonKind } from '../people/person-kind.ts'
import { userMessages } from './messages.ts'

/** Related records loaded with a user. */
export const userRelations = ['user_to_app_to_role_by_user_id', 'lookup_by_user_id'] as const

/** Users as a kind of person. */
export const userKind: PersonKind = {
  one: userMessages.one,
  many: userMessages.many,
  thing: userMessages.thing,
  path: '/users',
  collection: 'system/user',
  params: { fields: '*', related: userRelations.join(',') },
  messages: userMessages,
}
