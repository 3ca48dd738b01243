import type { AccessExplanation } from '@millwright/contract/wire/access-explanation'
import { beforeAll, expect, it } from 'vitest'
import { deferred, fixture } from '../../../testing/fixture.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root, make } = instance
let system: number
beforeAll(async () => {
  system = await make.serviceId('system')
})

const explain = async (body: object, as: SendOptions = { as: root }) =>
  await send<AccessExplanation>('POST', 'system/access_explanation', { ...as, body: { verb: 'GET', ...body } })

const writer = fixture(() => restrictedAdmin(instance, ['scripts', 'services', 'scheduler']))
const name = 'db._schema.get.post_process'
beforeAll(() =>
  send('POST', `system/event_script/${name}`, { ...writer, body: { type: 'nodejs', content: 'return 1' } }),
)
const config = { content: 'return 1' }
const record = { name: 'teller', label: 'teller', type: 'nodejs', is_active: true, config }
beforeAll(() => send('POST', 'system/service', { ...writer, body: { resource: [record] } }))
const task = deferred(() => ({
  name: 'task',
  service_id: system,
  component: 'lookup',
  verb: 'GET',
  frequency: 1,
  is_active: false,
}))
const made = fixture(() =>
  send<{ resource: [{ id: number }] }>('POST', 'system/scheduler', {
    ...writer,
    body: { resource: [task] },
  }),
)
let task_id: number
beforeAll(() => {
  ;({ id: task_id } = made.body.resource[0])
})

it('rejects unknown scripts and tasks', async () => {
  expect((await explain({ path: 'db', script: 'nothing' })).status).toBe(404)
  expect((await explain({ path: 'db', task_id: 999_999 })).status).toBe(404)
})

it('reports that the author of a script or a task restricts the request', async () => {
  for (const by of [{ script: name }, { script: 'teller' }, { task_id }]) {
    const { body } = await explain({ user_id: root.id, path: 'system/lookup', ...by })
    expect(body).toMatchObject({
      allowed: false,
      status: 403,
      decided_by: 'author',
      allowed_verbs: [],
      author: { id: writer.id, name: expect.stringContaining('Restricted'), allowed: false },
    })
    expect((await explain({ user_id: root.id, path: 'system/role', ...by })).body).toMatchObject({
      allowed: true,
      author: { allowed: true },
      allowed_verbs: ['GET'],
    })
  }
  const { body } = await explain({ path: 'system/lookup', script: name })
  expect(body).toMatchObject({ allowed: false, decided_by: 'credentials' })
})

it('reports nothing for authors who are full administrators', async () => {
  await send('PATCH', `system/event_script/${name}`, { as: root, body: { content: 'return 2' } })
  const { body } = await explain({ user_id: root.id, path: 'system/lookup', script: name })
  expect(body).toMatchObject({ allowed: true, decided_by: 'sysadmin', author: null })
})

it('shows no more about people than the asker may read', async () => {
  const user = await make.user()
  const person = async (user_id: number, as: SendOptions) => (await explain({ user_id, path: 'db' }, as)).body.user
  const nothing = { name: null, email: null }
  const users = await restrictedAdmin(instance, ['users'])
  for (const as of [writer, users]) {
    expect(await person(root.id, as)).toMatchObject({ id: root.id, ...nothing })
    expect(await person(as.id, as)).toMatchObject({ email: expect.stringContaining('restricted') })
  }
  expect(await person(user.id, writer)).toMatchObject(nothing)
  expect(await person(user.id, users)).toMatchObject({ email: user.email })
  expect(await person(root.id, { as: root })).toMatchObject({ email: root.email })
})

it('names the author along with the record, on request', async () => {
  const asked = (path: string) => send<{ author: unknown }>('GET', `${path}?related=author`, { as: root })
  const restricted = [{ id: writer.id, name: expect.stringContaining('Restricted') }]
  expect((await asked(`system/scheduler/${task_id}`)).body.author).toEqual(restricted)
  expect((await asked(`system/service/${await make.serviceId('teller')}`)).body.author).toEqual(restricted)
  expect((await asked(`system/event_script/${name}`)).body.author).toEqual([])
  expect((await asked(`system/service/${system}`)).body.author).toEqual([])
})
