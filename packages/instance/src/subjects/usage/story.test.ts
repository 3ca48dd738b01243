import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { expect, test } from 'vitest'
import { RequestTimings } from '../../platform/tracing/request-story.ts'
import { openTestInstance } from '../../testing/open-test-instance.ts'

test('the log shows how the time of a request was spent, and which statements were slow, without values', async () => {
  const usage = { isOn: true, days: [2, 35, 400] as const, slow: 0 }
  const log = { rows: 1000, days: 7, sample: 1, address: 'full', keepsValues: false } as const
  await using instance = await openTestInstance({ config: { usage: { ...usage, log } } })
  const { send, root } = instance
  const as = root
  const table = {
    name: 'thing',
    field: [
      { name: 'id', type: 'id' },
      { name: 'label', type: 'string' },
    ],
  }
  expect((await send('POST', 'db/_schema', { as, body: { resource: [table] } })).status).toBeLessThan(300)
  const records = { resource: [{ label: 'canary' }, { label: 'b' }] }
  expect((await send('POST', 'db/_table/thing', { as, body: records })).status).toBeLessThan(300)
  expect((await send('GET', "db/_table/thing?filter=label='canary'", { as })).status).toBe(200)
  const path = 'system/request_log?filter=(service=db) and (verb=GET)&order=id desc&limit=1'
  const { body } = await send<{ resource: RequestLogEntry[] }>('GET', path, { as })
  const [entry] = body.resource
  expect(entry).toMatchObject({ resource: '_table/thing', slow: true, rows: 1, address: '127.0.0.1' })
  expect(entry?.parts?.database).toBeGreaterThan(0)
  expect(entry?.parts?.statements?.[0]).toMatchObject({
    service: 'db',
    statement: expect.stringMatching(/select.*thing/is),
  })
  expect(JSON.stringify(entry)).not.toContain('canary')
})

test('literal values in a statement are removed', () => {
  const story = new RequestTimings()
  story.add({ kind: 'database', name: 'db' }, 5)
  story.addSlow('db', `select "a1" from t2 where x = 'it''s' and n = 42.5 and y = $$z$$ and p = $1`, 5)
  expect(story.parts()).toMatchObject({
    statements: [{ statement: 'select "a1" from t2 where x = ? and n = ? and y = ? and p = $1' }],
  })
})
