import { queryOptions } from '@tanstack/react-query'
import { collectionKey, createRecord } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import type { PickedRecord } from '../../../widgets/records/record-picker/record-source.ts'
import { t } from '../messages.ts'

/** Excludes the apps that every instance has from the start. */
export const ownAppsFilter = '(name != "admin") and (name != "api_docs") and (name != "file_manager")'

/** An invitation. A user's role applies in one app. */
export interface Invitation {
  readonly email: string
  readonly as: 'user' | 'admin'
  readonly role: PickedRecord | null
  readonly app: PickedRecord | null
}

/** Creates the account and mails the invitation; returns its id. Throws `InstanceError`, in which case no account exists. */
export async function sendInvitation({ email, as, role, app }: Invitation): Promise<number | null> {
  const roles = role && app ? [{ app_id: app.id, role_id: role.id, user_id: null }] : []
  const person = {
    email: email.trim(),
    is_active: true,
    ...(as === 'user' && { user_to_app_to_role_by_user_id: roles }),
  }
  const { record } = await createRecord<{ id?: number }>(`system/${as}`, person, { send_invite: true })
  return record.id ?? null
}

interface OwnApp extends PickedRecord {
  readonly roleId: number | null
}

/** The apps created by users, oldest first, with their default roles. */
export const ownAppsQuery = queryOptions({
  queryKey: [...collectionKey('system/app'), 'own'],
  queryFn: async ({ signal }): Promise<readonly OwnApp[]> => {
    const params = { fields: 'id,name,role_id', filter: ownAppsFilter, order: 'id ASC', limit: 100 }
    const { data } = await send({ verb: 'GET', path: 'system/app', params, signal })
    return (data.resource ?? []).flatMap(({ id, name, role_id }) =>
      id === undefined ? [] : [{ id, label: name ?? t.appNumber({ id: String(id) }), roleId: role_id ?? null }],
    )
  },
  staleTime: 30_000,
})

/** Returns the app for which a role is most likely meant: the one whose default role it is, else the oldest. */
export function likelyApp(apps: readonly OwnApp[], role: PickedRecord): PickedRecord | null {
  const app = apps.find(({ roleId }) => roleId === role.id) ?? apps[0]
  return app ? { id: app.id, label: app.label } : null
}

/** Returns what is missing, by field; empty if the invitation can be sent. */
export function checkInvitation({ email, as, role, app }: Invitation): Readonly<Record<string, string>> {
  return {
    ...(!/^\S+@\S+$/.test(email.trim()) && {
      email: email.trim() === '' ? t.emailIsRequired : t.emailMissing,
    }),
    ...(as === 'user' && role !== null && app === null && { app: t.appMissing }),
  }
}
