import type { PersonKind } from '../people/person-kind.ts'
import { adminMessages } from './messages.ts'

/** Administrators among the people. */
export const adminKind: PersonKind = {
  one: 'admin',
  many: 'admins',
  thing: 'Admin',
  path: '/admins',
  collection: 'system/admin',
  params: { fields: '*', related: 'lookup_by_user_id,user_to_app_to_role_by_user_id' },
  messages: adminMessages,
}
