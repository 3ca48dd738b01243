import type { Session } from '@millwright/contract/wire/session'
import { foreignServer } from '@millwright/instance/testing/foreign-server/foreign-server'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../instance/send.ts'
import { createSession } from '../../instance/session.ts'
import { defaultSettings } from '../../instance/settings.ts'
import { createTransport } from '../../instance/transport.ts'
import { writeWithBinary } from './data-writes.ts'
import { describeTable } from './table-description.ts'

const instance = sharedInstance()
const { root, send } = instance
const place = { service: 'db', table: 'picture' }
const field = [
  { name: 'id', type: 'id' },
  { name: 'title', type: 'string', length: 40 },
  { name: 'content', type: 'binary', allow_null: true },
  { name: 'thumb', type: 'binary', allow_null: true },
]
const table = describeTable('picture', { primary_key: ['id'], field }, [])
const stored = async () =>
  (await send<{ resource: object[] }>('GET', 'db/_table/picture?order=id', { as: root })).body.resource
let requests = 0

beforeAll(async () => {
  const body = { resource: [{ name: 'picture', field }] }
  expect((await send('POST', 'db/_schema', { as: root, body })).status).toBe(200)
  const session = createSession({ remembered: null, tab: null, channel: null })
  const { email, password } = root
  session.signIn((await send<Session>('POST', 'system/admin/session', { body: { email, password } })).body, false)
  const reach = foreignServer()(instance.fetch)
  connect(
    createTransport({
      fetch: (input, init) => {
        requests += 1
        return reach(input, init)
      },
      settings: defaultSettings,
      session,
      askToSignIn: async () => false,
      writeBlock: () => null,
      wrapper: () => 'resource',
      neverPrompts: () => false,
    }),
  )
})

beforeEach(async () => {
  await send('DELETE', 'db/_table/picture?force=true', { as: root })
  const resource = [
    { id: 1, title: 'sea', content: 'AAEC', thumb: '/w==' },
    { id: 2, title: 'hill', content: null, thumb: null },
  ]
  expect((await send('POST', 'db/_table/picture', { as: root, body: { resource } })).status).toBe(200)
  requests = 0
})

test('records that do not exist fail with the error of the server, and nothing replaces their bytes', async () => {
  const records = [{ id: 9, title: 'x' }]
  await expect(writeWithBinary({ verb: 'PATCH', place, records }, table)).rejects.toThrow(
    'Undefined array key "content"',
  )
  expect(requests).toBe(2)
})

test('any other error is not retried', async () => {
  const records = [{ id: 1, content: 'no bytes!', thumb: null }]
  await expect(writeWithBinary({ verb: 'PATCH', place, records }, table)).rejects.toThrow()
  expect(requests).toBe(1)
})

test('changed records are sent again with their stored bytes', async () => {
  const records = [
    { id: 2, title: 'valley' },
    { id: 1, thumb: 'AA==' },
  ]
  await writeWithBinary({ verb: 'PATCH', place, records, params: { rollback: true } }, table)
  expect(await stored()).toEqual([
    { id: 1, title: 'sea', content: 'AAEC', thumb: 'AA==' },
    { id: 2, title: 'valley', content: null, thumb: null },
  ])
})

test('new records are sent again without bytes', async () => {
  await writeWithBinary({ verb: 'POST', place, records: [{ id: 3, title: 'new' }] }, table)
  expect((await stored()).at(-1)).toEqual({ id: 3, title: 'new', content: null, thumb: null })
})

test('once a table has required its bytes, they are sent at once, and a record that is gone fails with the error of the server', async () => {
  await writeWithBinary({ verb: 'POST', place, records: [{ id: 4, title: 'first' }] }, table)
  requests = 0
  await writeWithBinary({ verb: 'POST', place, records: [{ id: 5, title: 'next' }] }, table)
  expect(requests).toBe(1)
  await writeWithBinary({ verb: 'PATCH', place, records: [{ id: 1, title: 'lake' }] }, table)
  // One request for the stored bytes, and one that writes.
  expect(requests).toBe(3)
  expect((await stored())[0]).toEqual({ id: 1, title: 'lake', content: 'AAEC', thumb: '/w==' })
  await expect(writeWithBinary({ verb: 'PATCH', place, records: [{ id: 9, title: 'x' }] }, table)).rejects.toThrow(
    'Undefined array key',
  )
})
