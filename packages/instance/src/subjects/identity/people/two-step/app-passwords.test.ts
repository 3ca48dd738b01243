import type { Session } from '@millwright/contract/wire/session'
import type { TwoStepState } from '@millwright/contract/wire/two-step'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'
import { enrol, setPolicy } from '../../../../testing/two-step.ts'

const basic = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

describe.each(engines)('an app password on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, make, parts, root } = instance
  beforeAll(() => setPolicy(instance, 'allowed'))
  const logIn = (body: object, path = 'user/session') => send<Session>('POST', path, { body })
  const isAlive = async (token: string) => (await send('GET', 'user/session', { as: { token } })).status === 200
  const enrolled = async () => {
    const user = await make.user()
    return { ...user, ...(await enrol(instance, user)) }
  }
  const addTo = async (person: { token: string; password: string }, name = 'reports') => {
    const body = { current_password: person.password, name }
    return (await send<{ id: number; password: string }>('POST', 'user/two_step/app_password', { as: person, body }))
      .body
  }

  it('requires a name and the password, and is shown once', async () => {
    const user = await make.user()
    const path = 'user/two_step/app_password'
    for (const body of [
      { name: 'x' },
      { current_password: user.password },
      { current_password: user.password, name: 'x'.repeat(61) },
    ]) {
      expect((await send('POST', path, { as: user, body })).status).toBe(400)
    }
    const { id, password } = await addTo(user)
    const shown = await send<TwoStepState>('GET', 'user/two_step', { as: user })
    expect(shown.body.app_passwords).toMatchObject([{ id, name: 'reports', last_used_date: null }])
    const stored = await parts.store.db.selectFrom('app_password').selectAll().execute()
    expect(JSON.stringify([shown.body, stored])).not.toContain(password)
  })

  it('replaces the password with HTTP Basic and at login, for its owner only', async () => {
    const user = await enrolled()
    const { password } = await addTo(user)
    const other = await make.user()
    expect((await logIn({ email: other.email, password })).status).toBe(401)
    expect((await logIn({ email: user.email, password }, 'system/admin/session')).status).toBe(401)
    expect((await logIn({ email: user.email, password: `${password}x` })).status).toBe(401)
    expect((await send('GET', 'user/profile', { headers: basic(user.email, password) })).status).toBe(200)
    expect((await logIn({ email: user.email, password })).status).toBe(200)
    const { body } = await send<TwoStepState>('GET', 'user/two_step', { as: user })
    await expect.poll(async () => body.app_passwords[0]?.last_used_date ?? (await lastUse(user.id))).not.toBeNull()
  })

  const lastUse = async (user: number) =>
    (await parts.store.db.selectFrom('app_password').selectAll().where('user_id', '=', user).executeTakeFirst())
      ?.last_used_date ?? null

  it('cannot change credentials, neither its owner’s nor others’', async () => {
    const admin = await make.admin({ is_root_admin: true })
    const { password } = await addTo(admin)
    const { body } = await logIn({ email: admin.email, password }, 'system/admin/session')
    const as = { token: body.session_token ?? '' }
    const user = await make.user()
    const tries: [string, string, object][] = [
      ['PUT', 'system/admin/profile', { first_name: 'x' }],
      ['POST', 'system/admin/password', { old_password: admin.password, new_password: 'new password' }],
      ['POST', 'user/two_step/app_password', { current_password: admin.password, name: 'x' }],
      ['PUT', 'system/two_step', { policy: 'off' }],
      ['DELETE', `system/two_step/${user.id}`, {}],
      ['PATCH', `system/user/${user.id}`, { password: 'new password' }],
      ['PATCH', `system/admin/${admin.id}`, { first_name: 'x' }],
      ['POST', 'system/admin', { resource: [{ email: 'evil@example.test', password: 'new password' }] }],
      ['DELETE', `system/user/${user.id}`, {}],
    ]
    for (const [verb, path, sent] of tries) {
      const answer = await send<{ error: { context: { resource: unknown[] } } }>(verb, path, { as, body: sent })
      expect({ path, answer: JSON.stringify(answer) }).toEqual({
        path,
        answer: expect.stringMatching(/app password/),
      })
    }
    expect((await send('PATCH', `system/user/${user.id}`, { as, body: { phone: '1' } })).status).toBe(200)
    const refreshed = await send<Session>('PUT', 'system/admin/session', { as })
    const next = { token: refreshed.body.session_token ?? '' }
    expect((await send('PUT', 'system/two_step', { as: next, body: { policy: 'off' } })).status).toBe(403)
  })

  it('of a full administrator cannot bypass this by anything that runs later, elsewhere or on behalf of others', async () => {
    const admin = await make.admin()
    const { password } = await addTo(admin)
    const { body } = await logIn({ email: admin.email, password }, 'system/admin/session')
    const as = { token: body.session_token ?? '' }
    const victim = await make.user()
    const [system, files, email, user] = await Promise.all(['system', 'files', 'email', 'user'].map(make.serviceId))
    const wide = await make.role({
      access: [{ service_id: system ?? 0, component: 'user/*', verbs: ['GET', 'PATCH'] }],
    })
    const everywhere = await make.role({ access: [{ service_id: null, component: '*', verbs: ['POST'] }] })
    const narrow = await make.role({ access: [{ service_id: files ?? 0, component: '*', verbs: ['GET', 'POST'] }] })
    const rows = (role_id: number) => ({ user_to_app_to_role_by_user_id: [{ app_id: app.id, role_id }] })
    const app = await make.app()
    const access = { service_id: system, component: 'user/*', verb_mask: 8, requestor_mask: 1 }
    const change = `platform.api.patch('system/user/${victim.id}', { password: 'taken over' })`
    const task = {
      name: 'Later',
      service_id: system,
      component: `user/${victim.id}`,
      verb: 'PATCH',
      payload: { password: 'taken over' },
    }
    const [kept] = (
      await send<{ resource: { id: number }[] }>('POST', 'system/scheduler', {
        as: root,
        body: { resource: [{ ...task, payload: {}, verb: 'GET' }] },
      })
    ).body.resource
    const provider = { client_id: 'x', client_secret: 'x', redirect_url: 'https://taken.example/' }
    const script = { type: 'nodejs', content: change, is_active: true }
    const template = (await parts.store.db.selectFrom('email_template').select('id').limit(1).execute())[0]?.id
    const one = (resource: object) => ({ resource: [resource] })
    const tries: [string, string, object][] = [
      ['POST', 'system/scheduler', one(task)],
      ['PATCH', `system/scheduler/${kept?.id}`, { verb: 'PATCH', payload: { password: 'taken over' } }],
      ['POST', 'system/event_script/files.get.post_process', script],
      ['POST', 'system/event_script', one({ ...script, name: 'files.get.post_process' })],
      ['POST', 'system/event_script/user.session.post.pre_process', script],
      ['POST', 'system/service', one({ name: 'later', type: 'nodejs', is_active: true, config: { content: change } })],
      ['PATCH', `system/service/${user}`, { config: { allow_open_registration: true, open_reg_role_id: wide.id } }],
      ['PATCH', `system/service/${email}`, { config: { from_email: 'taken@example.test' } }],
      ['PATCH', `system/email_template/${template}`, { body_html: '<img src="https://taken.example/{confirm_code}">' }],
      ['POST', 'system/service', one({ name: 'way_in', type: 'oauth_github', is_active: true, config: provider })],
      ['POST', 'system/role', one({ name: 'Wide', is_active: true, role_service_access_by_role_id: [access] })],
      ['PATCH', `system/role/${narrow.id}`, { role_service_access_by_role_id: [access] }],
      ['POST', 'system/app', one({ name: 'Wide', is_active: true, role_id: wide.id })],
      ['PATCH', `system/app/${app.id}`, { role_id: everywhere.id }],
      ['PATCH', `system/user/${victim.id}`, rows(wide.id)],
    ]
    for (const [verb, path, sent] of tries) {
      const answer = await send(verb, path, { as, body: sent })
      expect({ verb, path, answer: JSON.stringify(answer) }).toEqual({
        verb,
        path,
        answer: expect.stringMatching(/app password/),
      })
    }
    const trial = { ...script, simulate: false }
    const { body: tried } = await send('POST', 'system/event_script/files.get.post_process/trial', { as, body: trial })
    expect(tried).toMatchObject({ calls: [{ verb: 'PATCH', status: 403, simulated: false }] })
    await logIn({ email: victim.email, password: 'taken over' }).then(({ status }) => expect(status).toBe(401))

    expect((await send('PATCH', `system/app/${app.id}`, { as, body: { role_id: narrow.id } })).status).toBe(200)
    expect((await send('PATCH', `system/user/${victim.id}`, { as, body: rows(narrow.id) })).status).toBe(200)
    const local = { name: 'local', type: 'local_file', is_active: true, config: { container: 'local' } }
    expect((await send('POST', 'system/service', { as, body: one(local) })).status).toBe(201)
    expect((await send('POST', `system/scheduler/${kept?.id}/run`, { as })).status).toBe(200)
    await instance.scheduler.idle()
  })

  it('ends its sessions when it is revoked', async () => {
    const user = await make.user()
    const { id, password } = await addTo(user)
    const { body } = await logIn({ email: user.email, password })
    const token = body.session_token ?? ''
    expect(await isAlive(token)).toBe(true)
    const other = await make.user()
    expect((await send('DELETE', `user/two_step/app_password?id=${id}`, { as: other })).status).toBe(404)
    expect((await send('DELETE', `user/two_step/app_password?id=${id}`, { as: user })).status).toBe(200)
    expect([await isAlive(token), await isAlive(user.token)]).toEqual([false, true])
    expect((await send('PUT', 'user/session', { as: { token } })).status).toBe(401)
    expect((await send('GET', 'user/profile', { headers: basic(user.email, password) })).status).toBe(401)
  })
})
