import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import type { ListDeclaration } from '../../widgets/record-list/declaration.ts'
import { idOf } from '../../widgets/record-list/declaration.ts'
import { orNotify } from '../../widgets/record-list/use-list-actions.ts'
import { personColumns, personSearchFields } from '../people/person-columns.tsx'
import { personName } from '../people/registration.ts'
import { adminMessages } from './messages.ts'

type Admin = { readonly [field: string]: unknown }

/** What the Admins tab says about its list; nobody deletes themselves. */
export function adminsList(ownId: number | null): ListDeclaration<Admin> {
  return {
    collection: 'admin',
    path: '/admins',
    one: 'admin',
    many: 'admins',
    nameOf: personName,
    columns: personColumns,
    searchFields: personSearchFields,
    messages: adminMessages,
    leavesOn: 'any-refusal',
    bulkFields: [{ field: 'is_active', label: 'Active', kind: 'boolean' }],
    create: { label: 'Create' },
    importExport: true,
    canDuplicate: true,
    rowActions: [
      {
        label: 'Send Invite',
        refused: ({ confirmed }) => (confirmed === true ? 'The account is confirmed already.' : null),
        run: (admin) => void orNotify(inviteAdmin(String(idOf(admin)))),
      },
    ],
    ...(ownId !== null && { kept: { ids: [ownId], reason: 'Your own account cannot be deleted.' } }),
  }
}

/** Sends another invitation; throws `InstanceError`. */
export async function inviteAdmin(id: string): Promise<void> {
  await send({ verb: 'PATCH', path: `system/admin/${encodeURIComponent(id)}`, params: { send_invite: true } })
  notify({ type: 'success', title: adminMessages.module, text: adminMessages.invited })
}
