import { expect, it } from 'vitest'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { createAppPassword, programOfAdmin, setPolicy } from '../../../testing/two-step.ts'

const instance = sharedInstance({ config: { trustedProxies: ['127.0.0.1'] } })
const { send, root, make, parts, signIn, keyWarnings } = instance
const evil = 'http://evil.test/?c={confirm_code}'
const keys = ['link', 'confirm_code', 'first_name', 'name', 'site'].map((name) => ({ name, value: evil }))

/** The newest stored mail, as its receiver sees it. */
async function lastMail() {
  await parts.background.idle()
  const mail = await parts.outbox.get((await parts.outbox.ids()).at(-1) ?? '')
  if (mail === null) throw new Error('No mail was stored.')
  return mail
}

const resetOf = async (email: string, as: object = {}) => {
  expect((await send('POST', 'user/password?reset=true', { ...as, body: { email } })).status).toBe(200)
  return lastMail()
}

it.each([
  ['an administrator of the settings', async () => restrictedAdmin(instance, ['config'])],
  ['an app password', async () => programOfAdmin(instance)],
])('take no lookup key of %s', async (_, attacker) => {
  const { as, ...more } = await attacker()
  const key = 'key' in more ? { key: more.key } : {}
  const made = await send<{ resource: { id: number }[] }>('POST', 'system/lookup', {
    as,
    ...key,
    body: { resource: keys },
  })
  expect(made.status).toBe(201)
  const mail = await resetOf(root.email)
  expect(mail.body_text).toContain('/reset-password?code=')
  expect(JSON.stringify(mail)).not.toContain('evil.test')
  const body = { resource: [{ email: `invited.${made.body.resource[0]?.id}@example.test`, name: 'Ina' }] }
  expect((await send('POST', 'system/user?send_invite=true', { as: root, body })).status).toBe(201)
  expect(JSON.stringify(await lastMail())).not.toContain('evil.test')
  await send('DELETE', `system/lookup?ids=${made.body.resource.map(({ id }) => id).join()}`, { as: root })
})

it('take no lookup key of the caller, the role or the app', async () => {
  const role = await make.role({ name: 'anyone' })
  const app = await make.app({ role_id: role.id })
  const user = await make.user()
  for (const [path, relation] of [
    [`system/user/${user.id}`, 'lookup_by_user_id'],
    [`system/role/${role.id}`, 'lookup_by_role_id'],
    [`system/app/${app.id}`, 'lookup_by_app_id'],
  ] as const) {
    expect((await send('PATCH', path, { as: root, body: { [relation]: keys } })).status).toBe(200)
  }
  const mail = await resetOf(root.email, { as: user, key: app.api_key })
  expect(JSON.stringify(mail)).not.toContain('evil.test')
})

it('are not shown to app passwords, neither those of their administrator nor those of users', async () => {
  const { admin, as } = await programOfAdmin(instance)
  const user = await make.user()
  for (const email of [admin.email, user.email]) {
    const { id } = await resetOf(email, { as })
    expect((await send('GET', 'system/outbox', { as })).status).toBe(403)
    expect((await send('GET', `system/outbox/${id}`, { as })).status).toBe(403)
  }
  expect((await send('GET', 'system/outbox', { as: await signIn(admin) })).status).toBe(200)
})

it('show nothing that a stranger entered to an address that is not confirmed', async () => {
  const registration = { allow_open_registration: true, open_reg_email_service_id: await make.serviceId('email') }
  const path = `system/service/${await make.serviceId('user')}`
  expect((await send('PATCH', path, { as: root, body: { config: registration } })).status).toBe(200)
  const prize = 'Win a prize at http://evil.test'
  const email = 'victim@example.test'
  const texts = { first_name: prize, last_name: prize, name: prize }
  const register = (username: string) => send('POST', 'user/register', { body: { email, username, ...texts } })
  expect((await register('prizewinner')).body).toEqual({ success: true })
  const first = await lastMail()
  expect(first.subject).toContain('Confirm your registration')
  const code = /code=(\w+)/.exec(first.body_text)?.[1]
  const mails = [first, await resetOf(email)]
  await register('second prize')
  mails.push(await lastMail())
  const { body } = await send<{ resource: { id: number }[] }>('GET', `system/user?filter=email="${email}"`, {
    as: root,
  })
  const again = `system/user/${body.resource[0]?.id}?send_invite=true`
  expect((await send('PATCH', again, { as: root, body: {} })).status).toBe(200)
  mails.push(await lastMail())
  for (const mail of mails) {
    expect(mail.to).toBe(`${email} <${email}>`)
    expect(JSON.stringify(mail), mail.subject).not.toMatch(/prize|evil/)
  }
  const confirmed = /code=(\w+)/.exec(mails.at(-1)?.body_text ?? '')?.[1] ?? code
  const answer = { email, code: confirmed, new_password: 'a long password' }
  expect((await send('POST', 'user/password', { body: answer })).status).toBe(200)
  expect((await resetOf(email)).body_text).toContain(prize)
})

it('show nothing of it either when what a stranger signs in with changes, or a key ends that is theirs', async () => {
  const registration = { allow_open_registration: true, open_reg_email_service_id: null }
  const path = `system/service/${await make.serviceId('user')}`
  expect((await send('PATCH', path, { as: root, body: { config: registration } })).status).toBe(200)
  const prize = 'Win a prize at http://evil.test'
  const headers = { 'user-agent': prize, referer: prize, 'x-forwarded-for': prize, 'x-forwarded-host': 'evil.test' }
  const password = 'a long password'
  const first = 'bystander@example.test'
  const second = 'other.bystander@example.test'
  const texts = { first_name: prize, last_name: prize, name: prize, phone: prize }
  const form = { email: first, ...texts, new_password: password }
  const made = await send<{ session_token: string }>('POST', 'user/register?login=true', { headers, body: form })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  let as = { token: made.body.session_token }
  const before = new Set(await parts.outbox.ids())
  const query = `redirect_url=${encodeURIComponent('http://evil.test')}&link=evil.test`
  const change = async (body: object) => {
    const changed = await send<{ session_token?: string }>('PATCH', `user/profile?${query}`, { as, headers, body })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    as = { token: changed.body.session_token ?? as.token }
  }
  await change({ username: 'winaprize.evil.test', security_question: prize, security_answer: prize })
  await change({ email: second, current_password: password })
  await change({ email: 'win.a.prize@evil.test', current_password: password })
  await change({ email: second, current_password: password, security_question: '' })
  await setPolicy(instance, 'allowed')
  await createAppPassword(instance, { token: as.token, password })
  const { body } = await send<{ resource: { id: number }[] }>('GET', `system/user?filter=email="${second}"`, {
    as: root,
  })
  const app = await make.app()
  const expires_at = new Date(parts.clock() + 86_400_000).toISOString()
  const owned = { owner_id: body.resource[0]?.id, expires_at }
  expect((await send('PATCH', `system/app/${app.id}`, { as: root, body: owned })).status).toBe(200)
  await keyWarnings.look()
  const asked = await send('POST', `user/password?reset=true&${query}`, { headers, body: { email: second } })
  expect(asked.body).toEqual({ success: true })
  await parts.background.idle()
  const ids = (await parts.outbox.ids()).filter((id) => !before.has(id))
  const mails = (await Promise.all(ids.map((id) => parts.outbox.get(id)))).filter((mail) => mail !== null)
  const subjects = mails.filter(({ to }) => /<(?:other\.)?bystander@/.test(to)).map(({ subject }) => subject)
  expect(new Set(subjects).size).toBe(3)
  expect(subjects.length).toBeGreaterThan(5)
  for (const mail of mails.filter(({ to }) => !to.includes('evil.test')))
    expect(JSON.stringify(mail), mail.subject).not.toMatch(/prize|evil/i)
})
