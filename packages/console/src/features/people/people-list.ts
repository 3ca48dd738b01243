import type { ListDeclaration, ListMessages, WireRecord } from '../../widgets/record-list/declaration.ts'
import { inviteAction } from './invite-person.ts'
import { personColumns, personSearchFields } from './person-columns.tsx'
import type { PersonKind } from './person-kind.ts'
import { personName } from './registration.ts'

interface PeopleListParts extends Pick<ListDeclaration<WireRecord>, 'create' | 'leavesOn' | 'kept' | 'exportRelated'> {
  readonly kind: PersonKind
  readonly messages: ListMessages
}

/** What a list of people says about itself. */
export function peopleList({ kind, messages, ...more }: PeopleListParts): ListDeclaration<WireRecord> {
  return {
    collection: kind.one,
    path: kind.path,
    one: kind.one,
    many: `${kind.one}s`,
    nameOf: personName,
    columns: personColumns,
    searchFields: personSearchFields,
    messages,
    bulkFields: [{ field: 'is_active', label: 'Active', kind: 'boolean' }],
    importExport: true,
    canDuplicate: true,
    rowActions: [inviteAction(kind)],
    ...more,
  }
}
