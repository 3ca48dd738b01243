import { accessTabs } from '@millwright/contract/access/tabs'
import { tokenScopes } from '@millwright/contract/records/access-token'
import { expect, it } from 'vitest'
import { bearer, createAccessToken } from '../../../../testing/access-tokens.ts'
import type { SendOptions } from '../../../../testing/send.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, make } = instance

/** The status of an answer; of a batch of one, that of its record. */
async function tries(verb: string, to: string, options: SendOptions): Promise<number> {
  const { status, body } = await send<{ error?: { context?: { resource?: readonly { status_code?: number }[] } } }>(
    verb,
    to,
    options,
  )
  return body?.error?.context?.resource?.[0]?.status_code ?? status
}

it('no access token becomes a session, a password or another token, whatever its scopes', async () => {
  const admin = await make.admin({ is_root_admin: true })
  const person = await make.user()
  for (const scopes of [['users'], accessTabs, tokenScopes] as const) {
    const made = await createAccessToken(instance, admin, scopes)
    const by = bearer(made)
    for (const [verb, path, body] of [
      ['PATCH', `system/user/${person.id}`, { password: 'taken over by a token' }],
      ['PATCH', `system/user/${person.id}`, { email: 'taken@example.test' }],
      ['DELETE', `system/two_step/${person.id}`, undefined],
      ['DELETE', `system/user/${person.id}`, undefined],
      ['PATCH', `system/admin/${admin.id}`, { password: 'taken over by a token' }],
      [
        'POST',
        'system/admin',
        { resource: [{ email: 'new@example.test', first_name: 'New', password: 'made by a token' }] },
      ],
      ['POST', 'user/password', { old_password: admin.password, new_password: 'taken over by a token' }],
      ['PUT', 'system/admin/profile', { first_name: 'Taken' }],
      ['POST', 'user/two_step/one_time_code', { current_password: admin.password }],
      ['POST', 'user/access_token', { name: 'x', scopes: ['apps'], current_password: admin.password }],
      ['DELETE', `user/access_token?id=${made.id}`, undefined],
      ['DELETE', `system/access_token/${made.id}`, undefined],
      ['GET', 'system/outbox', undefined],
    ] as const)
      expect({
        path: `${verb} ${path}`,
        first: scopes[0],
        status: await tries(verb, path, { ...by, ...(body && { body }) }),
      }).toEqual({
        path: `${verb} ${path}`,
        first: scopes[0],
        status: 403,
      })
    for (const [verb, path] of [
      ['GET', 'system/admin/session'],
      ['GET', 'user/session'],
      ['PUT', 'system/admin/session'],
      ['PUT', 'user/session'],
    ] as const) {
      const { body } = await send<{ session_token?: string }>(verb, path, by)
      const token = body.session_token ?? ''
      const status = token === '' ? 401 : await tries('GET', 'user/profile', { as: { token } })
      expect({ scopes, verb, path, status: status === 200 ? token : 'no session' }).toMatchObject({
        status: 'no session',
      })
    }
    // The header of sessions is another place for the same token.
    for (const path of ['system/role', 'system/config', 'system/webhook'])
      expect(await tries('GET', path, { as: { token: made.token } }), path).toBe(await tries('GET', path, by))
    expect(await tries('GET', 'system/role', { key: made.token }), 'as an API key').not.toBe(200)
  }
  expect(await tries('POST', 'user/session', { body: { email: person.email, password: person.password } })).toBe(200)
})
