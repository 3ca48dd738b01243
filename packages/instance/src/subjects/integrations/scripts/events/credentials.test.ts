import { afterEach, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const { send, root, make, parts, scriptQueue } = sharedInstance()
const made: string[] = []

async function script(name: string, content: string): Promise<void> {
  const body = { type: 'nodejs', is_active: true, allow_event_modification: true, content }
  const { status, body: answer } = await send('POST', `system/event_script/${name}`, { as: root, body })
  expect(status, JSON.stringify(answer)).toBe(201)
  made.push(name)
}

afterEach(async () => {
  for (const name of made.splice(0)) await send('DELETE', `system/event_script/${name}`, { as: root })
  await parts.store.db.deleteFrom('lookup').execute()
})

const note = (phase: string) =>
  `await platform.api.post('system/lookup', { resource: [{ name: '${phase}' + Math.random(), value: JSON.stringify(event) }] })`

/** What the scripts recorded of the events of an administrator's requests. */
async function seen(): Promise<string> {
  await scriptQueue.idle()
  const { body } = await send<{ resource: { value: string }[] }>('GET', 'system/lookup', { as: root })
  return body.resource.map(({ value }) => value).join('\n')
}

it('hides passwords, codes and session tokens from scripts at account events, without changing the requests', async () => {
  const person = await make.admin()
  const events = [
    'system.admin.session.post',
    'system.admin.password.post',
    'system.admin.profile.put',
    'system.user.post',
  ]
  for (const event of events)
    for (const phase of ['pre_process', 'post_process', 'queued']) await script(`${event}.${phase}`, note(phase))

  const { status, body } = await send<{ session_token: string }>('POST', 'system/admin/session', {
    body: { email: root.email, password: root.password },
  })
  expect(status).toBe(200)
  const as = { token: body.session_token }
  expect((await send('GET', 'system/role', { as })).status).toBe(200)
  const change = { old_password: person.password, new_password: 'entirely new word' }
  expect((await send('POST', 'system/admin/password', { as: person, body: change })).status).toBe(200)
  const user = {
    email: 'made@example.test',
    password: 'word of the user',
    security_question: 'q',
    security_answer: 'the answer',
  }
  expect((await send('POST', 'system/user', { as: root, body: { resource: [user] } })).status).toBe(201)

  const text = await seen()
  expect(text).toContain('made@example.test')
  for (const secret of [root.password, person.password, 'entirely new word', 'word of the user', 'the answer', 'eyJ'])
    expect(text, secret).not.toContain(secret)
  const log = { email: 'made@example.test', password: 'word of the user' }
  expect((await send('POST', 'user/session', { body: log })).status).toBe(200)
})

it('restores hidden values when a script changes something else', async () => {
  await script('user.session.post.pre_process', `event.request.payload.duration = 0; event.request.parameters.x = '1'`)
  await script('user.session.post.post_process', `event.response.content.greeting = JSON.stringify(event)`)
  const user = await make.user()
  const answer = await send<{ session_token: string; greeting: string }>('POST', 'user/session', {
    body: { email: user.email, password: user.password },
  })
  expect(answer).toMatchObject({ status: 200, body: { session_token: expect.stringMatching(/^eyJ/) } })
  expect(answer.body.greeting).toContain(user.email)
  expect(answer.body.greeting).not.toMatch(new RegExp(`eyJ|${user.password}`))
  await send('DELETE', 'system/event_script/user.session.post.pre_process', { as: root })
  await script(
    'user.session.post.pre_process',
    `const body = JSON.parse(event.request.content); body.remember_me = false; event.request.content = JSON.stringify(body)`,
  )
  expect((await send('POST', 'user/session', { body: { email: user.email, password: user.password } })).status).toBe(
    200,
  )
})
