import { beforeAll, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const { send, root, make, scriptQueue } = sharedInstance()
const phases = ['pre_process', 'post_process', 'queued'] as const

/** Prints for whom it runs, and as whom its own calls are made. */
const content = `const { content } = await platform.api.get('user/session')
  console.log((platform.session.user?.email ?? 'nobody') + ' ' + (content.email ?? 'nobody'))`

beforeAll(async () => {
  for (const event of ['session.post', 'session.put', 'session.delete', 'register.post'])
    for (const phase of phases) {
      const path = `system/event_script/user.${event}.${phase}`
      const body = { type: 'nodejs', is_active: true, content }
      expect((await send('POST', path, { as: root, body })).status).toBe(201)
    }
  const config = { allow_open_registration: true, open_reg_email_service_id: null }
  const path = `system/service/${await make.serviceId('user')}`
  expect((await send('PATCH', path, { as: root, body: { config } })).status).toBe(200)
})

/** What the last runs at an event printed, by phase. */
async function printed(event: string): Promise<(string | undefined)[]> {
  await scriptQueue.idle()
  const asked = phases.map(async (phase) => {
    const path = `system/event_script/user.${event}.${phase}/run`
    const { body } = await send<{ resource: { output: string }[] }>('GET', path, { as: root })
    return body.resource[0]?.output.trim()
  })
  return Promise.all(asked)
}
const nobody = 'nobody nobody'

it('scripts at a failed login, and at a logout without a valid session, run for nobody', async () => {
  const user = await make.user()
  const wrong = { email: user.email, password: 'not this one' }
  expect((await send('POST', 'user/session', { body: wrong })).status).toBe(401)
  expect(await printed('session.post')).toEqual([nobody, nobody, nobody])
  for (const token of ['invented', `${user.token}x`]) {
    await send('DELETE', 'user/session', { as: { token } })
    expect(await printed('session.delete')).toEqual([nobody, nobody, nobody])
  }
})

it('scripts after a login run for whoever logged in, in the app of the request', async () => {
  const { email, password } = await make.user()
  const { api_key: key } = await make.app({})
  expect((await send('POST', 'user/session', { key, body: { email, password } })).status).toBe(200)
  const own = `${email} ${email}`
  expect(await printed('session.post')).toEqual([nobody, own, own])
})

it('scripts before a logout run for whoever logs out, and scripts at a refresh for whoever stays', async () => {
  const { email, token } = await make.user()
  const own = `${email} ${email}`
  const { status, body } = await send<{ session_token: string }>('PUT', 'user/session', { as: { token } })
  expect(status).toBe(200)
  expect(await printed('session.put')).toEqual([own, own, own])
  expect((await send('DELETE', 'user/session', { as: { token: body.session_token } })).status).toBe(200)
  expect(await printed('session.delete')).toEqual([own, nobody, nobody])
})

it('scripts after a registration run for the new person, if it begins a session', async () => {
  const register = (email: string, query: string) =>
    send('POST', `user/register${query}`, { body: { email, new_password: 'a long enough phrase' } })
  expect((await register('quiet@example.test', '')).status).toBe(200)
  expect(await printed('register.post')).toEqual([nobody, nobody, nobody])
  expect((await register('new@example.test', '?login=true')).status).toBe(200)
  const own = 'new@example.test new@example.test'
  expect(await printed('register.post')).toEqual([nobody, own, own])
})
