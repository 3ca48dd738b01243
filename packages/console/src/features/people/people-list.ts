import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyOnError } from '../../widgets/list/record-list/use-list-actions.ts'
import {
  type FilterColumn,
  idOf,
  type ListDeclaration,
  type ListMessages,
  type RowAction,
  type WireRecord,
} from '../../widgets/records/list-declaration/declaration.ts'
import { roleSource } from '../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { peopleMessages } from './messages.ts'
import { personColumns, personSearchFields } from './person-columns.tsx'
import type { PersonKind } from './person-kind.ts'
import { personName } from './registration.tsx'

/** Filters that some servers support beyond the fields of people. */
export const peopleFilters: readonly FilterColumn[] = [
  {
    field: 'confirmed',
    label: peopleMessages.confirmed,
    kind: 'boolean',
  },
  {
    field: 'role_id',
    label: tabWords.role,
    kind: 'record',
    source: roleSource,
  },
]

interface PeopleListParts
  extends Pick<ListDeclaration<WireRecord>, 'create' | 'returnHomeOn' | 'kept' | 'exportRelated' | 'filters'> {
  readonly kind: PersonKind
  readonly messages: ListMessages
}

/** Declares a list of people. */
export function peopleList({ kind, messages, ...more }: PeopleListParts): ListDeclaration<WireRecord> {
  return {
    collection: kind.collection.slice('system/'.length),
    path: kind.path,
    one: kind.one,
    many: kind.many,
    nameOf: personName,
    columns: personColumns,
    searchFields: personSearchFields,
    messages,
    bulkFields: [{ field: 'is_active', label: tabWords.active, kind: 'boolean' }],
    importExport: true,
    canDuplicate: true,
    rowActions: [inviteAction(kind)],
    ...more,
  }
}

type Invited = Pick<PersonKind, 'collection' | 'messages'>

/** Sends another invitation; throws `InstanceError`. */
export async function invitePerson({ collection, messages }: Invited, id: string): Promise<void> {
  await send({ verb: 'PATCH', path: `${collection}/${encodeURIComponent(id)}`, params: { send_invite: true } })
  notify({ type: 'success', title: messages.module, text: messages.invited })
}

/** Sends another invitation, as an action of a row. */
function inviteAction(kind: Invited): RowAction<WireRecord> {
  return {
    label: peopleMessages.sendInvite,
    refused: ({ confirmed }) => (confirmed === true ? peopleMessages.alreadyConfirmed : null),
    run: (person) => void notifyOnError(invitePerson(kind, String(idOf(person)))),
  }
}
