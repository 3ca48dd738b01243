import { apiKeyHeader } from '@millwright/contract/headers'
import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import type { AccessUsageAnswer, UsageAnswer, UsageForgotten } from '@millwright/contract/wire/usage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestInstance, type TestInstance } from '../../../testing/open-test-instance.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'

let instance: TestInstance

beforeAll(async () => {
  instance = await openTestInstance()
})
afterAll(() => instance.close())

const paths = ['system/usage', 'system/access_usage', 'system/request_log', 'system/request_log/tail']
const get = <T = unknown>(path: string) => instance.send<T>('GET', path, { as: instance.root })

describe('access to usage', () => {
  test('is denied to restricted administrators with other tabs', async () => {
    const { as, key } = await restrictedAdmin(instance, ['packages', 'users', 'apps', 'limits', 'config'])
    for (const path of paths) expect((await instance.send('GET', path, { as, key })).status).toBe(403)
  })

  test('is denied to users, even with a role for all of the system', async () => {
    const { make, send } = instance
    const role = await make.role({
      access: [{ service_id: await make.serviceId('system'), component: '*', verbs: ['GET', 'DELETE'] }],
    })
    const app = await make.app({ role_id: role.id })
    const user = await make.user()
    for (const path of paths) expect((await send('GET', path, { as: user, key: app.api_key })).status).toBe(403)
  })

  test('is read-only for restricted administrators with the tab', async () => {
    const { as, key } = await restrictedAdmin(instance, ['usage'])
    for (const path of paths.slice(0, 3)) expect((await instance.send('GET', path, { as, key })).status).toBe(200)
    expect((await instance.send('DELETE', 'system/usage?user_id=1', { as, key })).status).toBe(403)
  })
})

describe('a usage query', () => {
  test.each([
    ['step=minute&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z', 'step=hour'],
    ['from=1700-01-01', "'from'"],
    ['from=2026-01-02&to=2026-01-01', 'before'],
    ['from=1971-01-01&to=9998-01-01', '400 months'],
    ['by=password', "'by'"],
    ['top=1000', "'top'"],
    ['app=1;drop', "'app'"],
    ['outcome=fine', "'outcome'"],
    ['by=user&service=db&from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z', 'not stored per minute'],
  ])('is rejected with a sentence: %s', async (query, words) => {
    const { status, body } = await get<{ error: { message: string } }>(`system/usage?${query}`)
    expect([status, body.error.message.includes(words)]).toEqual([400, true])
  })

  test('for ten years is answered by month', async () => {
    const year = new Date().getUTCFullYear()
    const from = `${year - 9}-01-01`
    const to = `${year + 1}-01-01`
    const { status, body } = await get<UsageAnswer>(`system/usage?from=${from}&to=${to}&by=service`)
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ step: 'month', from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` })
    expect(body.resource.length).toBeGreaterThan(0)
  })

  test('has totals that are the sums of its groups, whatever the grouping', async () => {
    const whole = await get<UsageAnswer>('system/usage?step=none&to=2100-01-01&from=2026-01-01')
    for (const by of ['service', 'resource', 'verb', 'outcome', 'reason', 'app', 'user', 'role', 'requestor']) {
      const { body } = await get<UsageAnswer>(`system/usage?step=none&to=2100-01-01&from=2026-01-01&top=3&by=${by}`)
      const groups = body.meta.groups ?? []
      expect(groups.reduce((sum, { requests }) => sum + requests, 0)).toBe(body.meta.total.requests)
      expect(body.meta.total.requests).toBeGreaterThanOrEqual(whole.body.meta.total.requests)
    }
  })

  test.each([
    ['subject=service', "'subject'"],
    ['stale_days=0', "'stale_days'"],
    ['stale_days=soon', "'stale_days'"],
    ['ids=1,all', "'ids'"],
    [`ids=${Array.from({ length: 1_001 }, (_none, at) => at).join(',')}`, '1000 identifiers'],
  ])('access_usage rejects %.20s', async (query, words) => {
    const { status, body } = await get<{ error: { message: string } }>(`system/access_usage?${query}`)
    expect([status, body.error.message.includes(words)]).toEqual([400, true])
  })
})

test('requests with the key of an inactive app are recorded', async () => {
  const { make, send } = instance
  const app = await make.app({ is_active: false })
  expect((await send('GET', 'system/role', { headers: { [apiKeyHeader]: app.api_key } })).status).toBe(403)
  const { body } = await get<AccessUsageAnswer>('system/access_usage')
  const row = body.resource.find(({ subject_id }) => subject_id === app.id)
  expect(row).toMatchObject({ never_used: true, disabled_but_attempted: true, last_denied_reason: 'inactive_app' })
  const logged = await get<{ resource: RequestLogEntry[] }>(`system/request_log?filter=app_id=${app.id}`)
  expect(logged.body.resource).toMatchObject([{ outcome: 'refused', reason: 'inactive_app', status: 403 }])
})

test('requests that are rejected for their credentials have a reason, whatever the status', async () => {
  const { make, send } = instance
  const lately = await get<{ resource: RequestLogEntry[] }>('system/request_log?order=id desc&limit=1')
  const role = await make.role({ access: [] })
  const { api_key: guest } = await make.app({ role_id: role.id })
  const { api_key: bare } = await make.app()
  const user = await make.user()
  for (const [key, as] of [[], ['0'.repeat(64)], [bare], [guest], [undefined, user]] as const) {
    const options = { ...(key !== undefined && { key }), ...(as !== undefined && { as }) }
    expect((await send('GET', 'db/_table/none', options)).status).toBeGreaterThanOrEqual(400)
  }
  const since = lately.body.resource[0]?.id ?? 0
  const { body } = await get<{ resource: RequestLogEntry[] }>(
    `system/request_log?order=id&filter=(id>${since}) AND (service=db)`,
  )
  expect(body.resource.map(({ status, outcome, reason }) => [status, outcome, reason])).toEqual([
    [400, 'refused', 'no_credentials'],
    [400, 'refused', 'bad_key'],
    [400, 'refused', 'no_session'],
    [401, 'refused', 'rule'],
    [400, 'refused', 'no_key'],
  ])
})

test('lists of apps, roles and people can be filtered to unused ones', async () => {
  const { make, send, root } = instance
  const role = await make.role()
  const list = async (path: string) => {
    const { status, body } = await get<{ resource: { id: number }[]; meta: { count: number } }>(path)
    expect([path, status]).toEqual([path, 200])
    expect(body.meta.count).toBe(body.resource.length)
    return body.resource.map(({ id }) => id)
  }
  expect(await list('system/role?usage=unreferenced&include_count=true')).toContain(role.id)
  expect(await list(`system/role?usage=used&filter=id=${role.id}&include_count=true`)).toEqual([])
  expect(await list('system/admin?usage=used&stale_days=1&include_count=true')).toContain(root.id)
  expect(await list('system/admin?usage=never&include_count=true')).not.toContain(root.id)
  expect((await send('GET', 'system/app?usage=sometimes', { as: root })).status).toBe(400)
  const { as, key } = await restrictedAdmin(instance, ['apps'])
  expect((await send('GET', 'system/app?usage=never', { as, key })).status).toBe(403)
})

test('nothing of a request body, header or parameter is stored', async () => {
  const { send, root } = instance
  const filter = 'filter=name%3Dcanary&x-canary=1&api_key=canary&limit=5'
  await send('GET', `system/role?${filter}`, { as: root, headers: { 'x-canary': 'canary', 'user-agent': 'canary' } })
  await send('POST', 'system/role', { as: root, body: { resource: [{ name: 'canary', nonsense: { canary: 1 } }] } })
  const { body } = await get<{ resource: RequestLogEntry[] }>('system/request_log?order=id desc&limit=5')
  expect(JSON.stringify(body)).not.toContain('canary=1')
  expect(body.resource.some(({ query }) => query?.includes('filter=?') === true && query.includes('limit=5'))).toBe(
    true,
  )
  expect(JSON.stringify(body).replaceAll('x-canary=?', '')).not.toContain('canary')
})

test('a deleted person leaves neither log entries nor a name', async () => {
  const { make, send, root } = instance
  const user = await make.user()
  await send('GET', 'user/profile', { as: user })
  const seen = await get<{ resource: unknown[] }>(`system/request_log?filter=user_id=${user.id}`)
  expect(seen.body.resource).toHaveLength(1)
  const forgotten = await send<UsageForgotten>('DELETE', `system/usage?user_id=${user.id}`, { as: root })
  expect(forgotten.body).toEqual({ success: true, log_rows: 1, callers: 1 })
  expect((await get<{ resource: unknown[] }>(`system/request_log?filter=user_id=${user.id}`)).body.resource).toEqual([])
  const { body } = await get<UsageAnswer>('system/usage?by=user&step=none&top=50&to=2100-01-01&from=2026-01-01')
  expect(body.meta.groups?.some(({ group_id }) => group_id === user.id)).toBe(false)
  expect(body.meta.groups?.find(({ group }) => group === 'deleted')?.requests).toBe(1)
  // New requests of the person are recorded again.
  await send('GET', 'user/profile', { as: user })
  const again = await get<UsageAnswer>(`system/usage?user=${user.id}&step=none&to=2100-01-01&from=2026-01-01`)
  expect(again.body.meta.total.requests).toBe(1)
})
