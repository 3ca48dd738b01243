import type { ListDeclaration, WireRecord } from '../../widgets/record-list/declaration.ts'
import { peopleList } from '../people/people-list.ts'
import { adminKind } from './admin-kind.ts'
import { t } from './messages.ts'

/** What the Admins tab says about its list; nobody deletes themselves. */
export function adminsList(ownId: number | null): ListDeclaration<WireRecord> {
  return peopleList({
    kind: adminKind,
    messages: t,
    leavesOn: 'any-refusal',
    create: { label: t.create },
    exportRelated: ['lookup_by_user_id'],
    ...(ownId !== null && { kept: { ids: [ownId], reason: t.yourOwnAccountCannotBe } }),
  })
}
