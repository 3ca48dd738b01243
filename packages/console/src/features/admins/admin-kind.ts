import { draftOfCopy, draftOfPerson } from '../people/person-draft.ts'
import type { PersonKind } from '../people/person-kind.ts'
import { personLabels } from '../people/person-labels.ts'
import { type AdminDraft, tabsToSend } from './access-tabs.ts'
import { adminMessages } from './messages.ts'

/** Administrators among the people. */
export const adminKind: PersonKind<AdminDraft> = {
  one: 'admin',
  thing: 'Admin',
  path: '/admins',
  collection: 'system/admin',
  params: { fields: '*', related: 'lookup_by_user_id,user_to_app_to_role_by_user_id' },
  labels: { ...personLabels, tabs: 'Access by tabs' },
  toDraft: (record) => ({ ...draftOfPerson(record), tabs: null }),
  toCopy: (record) => ({ ...draftOfCopy(record), tabs: null }),
  more: tabsToSend,
  messages: adminMessages,
}
