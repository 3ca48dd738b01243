import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import type { AccessUsageAnswer, UsageAnswer } from '@millwright/contract/wire/usage'
import { expect, test } from 'vitest'
import { RequestTimings } from '../../../platform/tracing/request-context.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'

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

test('requests of scripts are counted as those of scripts, and in no total', async () => {
  await using instance = await openTestInstance({})
  const { send, root, make } = instance
  const content = "await platform.api.get('db/_schema'); await platform.api.get('nowhere').catch(() => null)"
  const script = { name: 'db._table.get.pre_process', type: 'nodejs', content, is_active: true }
  expect((await send('POST', 'system/event_script', { as: root, body: { resource: [script] } })).status).toBe(201)
  const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
  const app = await make.app({ role_id: role.id })
  expect((await send('GET', 'db/_table', { key: app.api_key })).status).toBe(200)

  const groups = async (query: string) => {
    const { body } = await send<UsageAnswer>('GET', `system/usage?step=none&app=${app.id}&${query}`, { as: root })
    return [body.meta.total.requests, ...(body.meta.groups ?? []).map(({ group, requests }) => [group, requests])]
  }
  expect(await groups('')).toEqual([1])
  expect(await groups('by=service')).toEqual([1, ['db', 1]])
  expect(await groups('by=role')).toEqual([1, [expect.any(String), 1]])
  expect(await groups(`by=resource&role=${role.id}`)).toEqual([1, ['db/_table', 1]])
  expect(await groups('requestor=script&by=outcome')).toEqual([2, ['refused', 2]])
  expect(await groups('by=requestor')).toEqual([3, ['SCRIPT', 2], ['API', 1]])
  const uses = await send<AccessUsageAnswer>('GET', 'system/access_usage?subject=role', { as: root })
  expect(uses.body.resource.find(({ subject_id }) => subject_id === role.id)).toMatchObject({ requests_30d: 1 })
  const log = await send<{ resource: RequestLogEntry[] }>('GET', `system/request_log?filter=app_id=${app.id}`, {
    as: root,
  })
  expect(log.body.resource).toMatchObject([{ service: 'db', requestor: 'API' }])
})
