import { type AccessTab, accessTabs } from '@millwright/contract/access/tabs'
import { type AccessToken, tokenScopes } from '@millwright/contract/records/access-token'
import { describe, expect, it } from 'vitest'
import { bearer, createAccessToken } from '../../../../testing/access-tokens.ts'
import { restrictedAdmin } from '../../../../testing/restricted-admin.ts'
import type { SendOptions } from '../../../../testing/send.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

let now = Date.parse('2026-03-01T12:00:00Z')
const instance = sharedInstance({ clock: () => now })
const { send, make, root } = instance
const day = 86_400_000
const path = 'user/access_token'

async function tries(verb: string, to: string, options: SendOptions = {}): Promise<[number, string]> {
  const { status, body } = await send<{ error?: { message: string } }>(verb, to, options)
  return [status, body.error?.message ?? '']
}
const owned = async (by: SendOptions) => (await send<{ resource: AccessToken[] }>('GET', path, by)).body.resource
const ofTabs = (...tabs: AccessTab[]) => restrictedAdmin(instance, tabs)

describe('an access token', () => {
  it('needs an administrator, a name, scopes, a life of at most a year, and the password', async () => {
    const user = await make.user()
    const good = { name: 'ci', scopes: ['config:plan'], current_password: root.password }
    expect(await tries('POST', path, { body: good })).toEqual([401, expect.any(String)])
    expect(await tries('POST', path, { as: user, body: { ...good, current_password: user.password } })).toEqual([
      403,
      'Access tokens are for administrators.',
    ])
    for (const wrong of [
      { name: ' ' },
      { scopes: [] },
      { scopes: ['everything'] },
      { expires_in_days: 367 },
      { expires_in_days: 0.5 },
      { current_password: 'wrong' },
    ])
      expect((await tries('POST', path, { as: root, body: { ...good, ...wrong } }))[0], JSON.stringify(wrong)).toBe(400)
    const lesser = await ofTabs('apps')
    const asked = { ...good, current_password: lesser.person.password }
    expect(await tries('POST', path, { ...lesser, body: asked })).toEqual([
      403,
      'Only full administrators can create access tokens for the configuration.',
    ])
  })

  it('is confirmed by signing in again where there is no password, which refreshing a session is not', async () => {
    const admin = await make.admin()
    const { db } = instance.parts.store
    await db.updateTable('user').set({ password: null }).where('id', '=', admin.id).execute()
    const body = { name: 'deploy', scopes: ['config:apply', 'config:programs'] }
    expect((await send('POST', path, { as: admin, body })).status).toBe(201)
    now += 11 * 60_000
    const late = [
      403,
      'Your account has no password to confirm this with. Sign in again to change the access tokens, within 10 minutes.',
    ]
    expect(await tries('POST', path, { as: admin, body: { ...body, current_password: admin.password } })).toEqual(late)
    const refreshed = await send<{ session_token: string }>('PUT', 'system/admin/session', { as: admin })
    const as = { token: refreshed.body.session_token }
    expect(await tries('POST', path, { as, body })).toEqual(late)
    const token = await instance.parts.tokens.issue(admin.id, false, {})
    expect((await send('POST', path, { as: { token }, body })).status).toBe(201)
  })

  it('is shown once, and stored as a hash', async () => {
    const admin = await make.admin()
    const { token, ...made } = await createAccessToken(instance, admin, ['apps', 'config:plan'])
    expect(made).toMatchObject({ name: 'pipeline', scopes: ['config:plan', 'apps'], user_email: admin.email })
    expect(await owned({ as: admin })).toEqual([made])
    const stored = await instance.parts.store.db.selectFrom('access_token').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('is refused with one sentence if it is unknown, was revoked or has expired', async () => {
    const unknown = [401, 'This access token is unknown or was revoked.']
    for (const token of ['mwt_', `mwt_${'x'.repeat(43)}`])
      expect(await tries('GET', 'system/app', bearer({ token }))).toEqual(unknown)
    const admin = await make.admin()
    const first = await createAccessToken(instance, admin, ['apps'])
    const second = await createAccessToken(instance, admin, ['apps'])
    expect((await send('GET', 'system/app', bearer(first))).status).toBe(200)
    expect((await send('DELETE', `${path}?id=${first.id}`, { as: root })).status).toBe(404)
    expect((await send('DELETE', `${path}?id=${first.id}`, { as: admin })).status).toBe(200)
    expect(await tries('GET', 'system/app', bearer(first))).toEqual(unknown)
    now += 90 * day
    expect(await tries('GET', 'system/app', bearer(second))).toEqual([
      401,
      "The access token 'pipeline' expired on 2026-05-30.",
    ])
    now -= 90 * day
  })

  it('ends with the access of its owner, and does not come back with it', async () => {
    const admin = await make.admin()
    const token = await createAccessToken(instance, admin, ['apps'])
    const set = (is_active: boolean) => send('PATCH', `system/admin/${admin.id}`, { as: root, body: { is_active } })
    for (const active of [false, true]) {
      expect((await set(active)).status).toBe(200)
      expect((await tries('GET', 'system/app', bearer(token)))[0]).toBe(401)
    }
    const other = await make.admin()
    const third = await make.admin()
    const ofOther = await createAccessToken(instance, other, ['apps'])
    const ofThird = await createAccessToken(instance, third, ['apps'])
    expect((await send('DELETE', `system/admin/${other.id}`, { as: root })).status).toBe(200)
    expect((await tries('GET', 'system/app', bearer(ofOther)))[0]).toBe(401)
    const { db, changes } = instance.parts.store
    await db.updateTable('user').set({ is_sys_admin: 0 }).where('id', '=', third.id).execute()
    changes.publishHere([{ table: 'user', ids: [third.id] }])
    expect(await tries('GET', 'system/app', bearer(ofThird))).toEqual([
      401,
      "The access token 'pipeline' has ended: its owner is no longer an active administrator.",
    ])
  })

  it('has the rights of its scopes, which a refusal names', async () => {
    const token = await createAccessToken(instance, root, ['apps', 'limits'])
    const by = bearer(token)
    for (const [verb, to, status, sentence] of [
      ['GET', 'system/app', 200, ''],
      ['GET', 'system/limit', 200, ''],
      ['DELETE', 'system/service/1', 403, `lacks the scope 'services' for DELETE of 'system/service/1'.`],
      ['GET', 'system/config', 403, `lacks the scope 'config:plan' or 'config:apply' for GET of 'system/config'.`],
      ['GET', 'db/_table', 403, `lacks the scope 'schema/data' for GET of 'db/_table'.`],
      ['GET', 'other/_table', 403, `needs the scopes of all tabs for GET of 'other/_table'.`],
      ['GET', 'user/profile', 403, 'which concerns the account of its owner.'],
      ['POST', path, 403, 'which concerns the account of its owner.'],
    ] as const)
      expect(await tries(verb, to, { ...by, ...(verb === 'POST' && { body: {} }) }), to).toEqual([
        status,
        expect.stringContaining(sentence),
      ])
    const planning = bearer(await createAccessToken(instance, root, ['config:plan']))
    expect((await tries('GET', 'system/role', planning))[1]).toContain('needs the scope of a tab')
  })

  it('has no more rights than its owner has now', async () => {
    const lesser = await ofTabs('apps', 'limits')
    const owner = { token: lesser.as.token, password: lesser.person.password }
    const body = { name: 'x', scopes: ['apps', 'scheduler'], current_password: owner.password }
    const made = await send<{ token: string }>('POST', path, { as: lesser.as, key: lesser.key, body })
    const by = bearer(made.body)
    expect((await tries('GET', 'system/app', by))[0]).toBe(200)
    expect((await tries('GET', 'system/limit', by))[1]).toContain("lacks the scope 'limits'")
    expect((await tries('GET', 'system/scheduler', by))[1]).toBe(
      "Access Forbidden. GET of 'system/scheduler' is not allowed to the owner of the access token 'x'.",
    )
    const restricted = { is_restricted_admin: true, access_by_tabs: ['limits'] }
    await send('PATCH', `system/admin/${lesser.id}`, { as: root, body: restricted })
    expect((await tries('GET', 'system/app', by))[0]).toBe(403)
  })

  it('with every tab has the rights of its owner, except those that no program has', async () => {
    const admin = await make.admin({ is_root_admin: true })
    const all = bearer(await createAccessToken(instance, admin, accessTabs))
    const other = {
      name: 'other',
      label: 'Other',
      type: 'sqlite',
      is_active: true,
      config: { database: 'other.sqlite' },
    }
    await send('POST', 'system/service', { as: root, body: { resource: [other] } })
    expect((await send('GET', 'other/_table', all)).status).toBe(200)
    const script = { type: 'nodejs', content: 'return 1', is_active: true }
    expect(await tries('POST', 'system/event_script/db.get', { ...all, body: script })).toEqual([
      403,
      'An access token cannot change scripts, scheduled tasks, webhooks or custom APIs.',
    ])
    for (const [verb, to, body] of [
      ['POST', path, { name: 'x', scopes: ['apps'], current_password: admin.password }],
      ['PATCH', 'user/profile', { first_name: 'X' }],
      ['POST', 'user/password', { old_password: admin.password, new_password: 'another one' }],
      ['PATCH', `system/admin/${admin.id}`, { first_name: 'X' }],
      ['PUT', 'system/two_step', { policy: 'off' }],
      ['POST', 'user/two_step/app_password', { name: 'x', current_password: admin.password }],
    ] as const)
      expect(await tries(verb, to, { ...all, body }), to).toEqual([
        403,
        'An access token cannot change accounts or sign-in settings.',
      ])
    expect((await tries('GET', 'system/config', all))[1]).toContain("lacks the scope 'config:plan'")
  })

  it('is listed and revoked by those who may edit its owner', async () => {
    const admin = await make.admin()
    const token = await createAccessToken(instance, admin, ['apps'])
    const to = `system/access_token/${token.id}`
    const chief = await make.admin({ is_root_admin: true })
    const program = bearer(await createAccessToken(instance, chief, tokenScopes))
    for (const by of [{ as: admin }, await ofTabs('users')]) {
      expect((await tries('GET', to, by))[0]).toBe(403)
      expect((await tries('DELETE', to, by))[0]).toBe(403)
    }
    expect((await tries('DELETE', to, program))[0]).toBe(403)
    const listed = await send<{ resource: AccessToken[] }>('GET', `system/access_token?filter=user_id=${admin.id}`, {
      as: chief,
    })
    expect(listed.body.resource).toMatchObject([{ id: token.id, user_email: admin.email, scopes: ['apps'] }])
    expect(JSON.stringify(listed.body)).not.toContain('hash')
    expect((await send('DELETE', to, { as: chief })).status).toBe(200)
    expect((await tries('GET', 'system/app', bearer(token)))[0]).toBe(401)
  })

  it('is named in the audit log and in usage, with its last use', async () => {
    const admin = await make.admin()
    const token = await createAccessToken(instance, admin, ['apps'], 'deploy')
    const body = { resource: [{ name: 'By a program', type: 0 }] }
    expect((await send('POST', 'system/app', { ...bearer(token), body })).status).toBe(201)
    const { db } = instance.parts.store
    const entry = db.selectFrom('audit').selectAll().where('record_name', '=', 'By a program')
    expect(await entry.executeTakeFirst()).toMatchObject({ user_email: admin.email, app_name: 'access token deploy' })
    const made = db.selectFrom('audit').selectAll().where('resource', '=', 'access_token')
    expect(await made.where('record_name', '=', 'deploy').executeTakeFirst()).toMatchObject({ action: 'created' })
    await instance.parts.background.idle()
    expect((await owned({ as: admin }))[0]?.last_used_date).not.toBeNull()
    const counted = await send<{ resource: { group: string }[] }>('GET', 'system/usage?by=client&period=1h', {
      as: root,
    })
    expect(counted.body.resource.map(({ group }) => group)).toContain('access token deploy')
  })

  it('plans configuration with one scope, and applies it with the other', async () => {
    const admin = await make.admin()
    const plan = bearer(await createAccessToken(instance, admin, ['config:plan']))
    const apply = bearer(await createAccessToken(instance, admin, ['config:apply']))
    const record = { type: 'role', name: 'Made by a program', values: { is_active: true }, file: 'roles/x.yaml' }
    const body = { format: 1, owner: 'default', prune: false, records: [record] }
    for (const by of [plan, apply]) {
      expect((await send('GET', 'system/config', by)).status).toBe(200)
      expect((await send('POST', 'system/config?plan=true', { ...by, body })).status).toBe(200)
    }
    expect(await tries('POST', 'system/config', { ...plan, body })).toEqual([
      403,
      "Access Forbidden. The access token 'pipeline' lacks the scope 'config:apply'.",
    ])
    expect((await send('POST', 'system/config', { ...apply, body })).status).toBe(200)
    const script = { type: 'event_script', name: 'db.get', values: { type: 'nodejs' }, file: 'scripts/db.get.yaml' }
    expect(await tries('POST', 'system/config', { ...apply, body: { ...body, records: [script] } })).toEqual([
      403,
      expect.stringContaining("lacks the scope 'config:programs'"),
    ])
    expect((await tries('GET', 'system/role', apply))[0]).toBe(403)
  })
})
