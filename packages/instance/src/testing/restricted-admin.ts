import type { AccessTab } from '@millwright/contract/access/tabs'
import type { TestInstance } from './open-test-instance.ts'

/** Credentials of an administrator restricted to some tabs, as options of `send`. */
export interface RestrictedAdmin {
  readonly id: number
  readonly as: { readonly token: string }
  /** API key of the app `admin`, in which the administrator has the role. */
  readonly key: string
  readonly person: { readonly email: string; readonly password: string }
}

let made = 0

/** Creates a restricted administrator over the API, as the console does. */
export async function restrictedAdmin(
  { send, root, parts, signIn }: TestInstance,
  tabs: readonly AccessTab[],
): Promise<RestrictedAdmin> {
  made += 1
  const person = { email: `restricted${made}@example.test`, password: 'password of restricted' }
  const record = { ...person, first_name: 'Restricted', is_restricted_admin: true, access_by_tabs: tabs }
  const { status, body } = await send<{ resource: [{ id: number }] }>('POST', 'system/admin', {
    as: root,
    body: record,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const app = await parts.store.db
    .selectFrom('app')
    .select('api_key')
    .where('name', '=', 'admin')
    .executeTakeFirstOrThrow()
  return { id: body.resource[0].id, as: await signIn(person), key: app.api_key, person }
}
