import type { PersonKind } from '../people/person-kind.ts'
import { t } from './messages.ts'

/** The administrator kind of a person. */
export const adminKind: PersonKind = {
  one: t.one,
  many: t.many,
  thing: t.admin,
  path: '/admins',
  collection: 'system/admin',
  params: { fields: '*', related: 'lookup_by_user_id,user_to_app_to_role_by_user_id' },
  messages: t,
}
