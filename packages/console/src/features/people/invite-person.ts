import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyOnError } from '../../widgets/list/record-list/use-list-actions.ts'
import { idOf, type RowAction, type WireRecord } from '../../widgets/records/list-declaration/declaration.ts'
import { peopleMessages } from './messages.ts'
import type { PersonKind } from './person-kind.ts'

type Invited = Pick<PersonKind, 'collection' | 'messages'>

/** Sends another invitation; throws `InstanceError`. */
export async function invitePerson({ collection, messages }: Invited, id: string): Promise<void> {
  await send({ verb: 'PATCH', path: `${collection}/${encodeURIComponent(id)}`, params: { send_invite: true } })
  notify({ type: 'success', title: messages.module, text: messages.invited })
}

/** Sends another invitation, as an action of a row. */
export function inviteAction(kind: Invited): RowAction<WireRecord> {
  return {
    label: peopleMessages.sendInvite,
    refused: ({ confirmed }) => (confirmed === true ? peopleMessages.alreadyConfirmed : null),
    run: (person) => void notifyOnError(invitePerson(kind, String(idOf(person)))),
  }
}
