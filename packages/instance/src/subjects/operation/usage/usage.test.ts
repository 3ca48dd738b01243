import type { AccessUsageAnswer, UsageAnswer } from '@millwright/contract/wire/usage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestInstance, type TestInstance } from '../../../testing/open-test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('on %s', (engine) => {
  let instance: TestInstance
  let token: string

  beforeAll(async () => {
    instance = await openTestInstance({ engine })
    token = instance.root.token
  })
  afterAll(() => instance.close())

  const get = <T = unknown>(path: string) => instance.send<T>('GET', path, { as: { token } })

  test('callers without access cannot see the usage of others', async () => {
    for (const path of ['system/usage', 'system/access_usage', 'system/request_log']) {
      expect((await instance.send('GET', path)).status).toBe(400)
    }
  })

  test('calls are counted by target and outcome', async () => {
    for (let at = 0; at < 3; at++) expect((await get('system/role')).status).toBe(200)
    expect((await get('system/role/123456')).status).toBe(404)
    expect((await get('nothing/at/all')).status).toBe(404)
    expect((await get('system/usage?step=minute')).status).toBe(400)
    const hour = await get<UsageAnswer>('system/usage?by=resource&step=hour')
    expect(hour.status).toBe(200)
    const roles = hour.body.meta.groups?.find(({ group }) => group === 'system/role')
    expect(roles).toMatchObject({ requests: 3, errors: 0, client_errors: 0 })
  })

  test('apps and services as wholes have the sums of their parts, by minute as well', async () => {
    const role = await instance.make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const app = await instance.make.app({ role_id: role.id })
    for (const path of ['db/_table', 'db/_schema', 'db/_table/nothing?filter=(', 'system/environment']) {
      await instance.send('GET', path, { key: app.api_key })
    }
    const figures = async (query: string) => (await get<UsageAnswer>(`system/usage?step=none&${query}`)).body.meta.total
    const since = `from=${Date.now() - 3_600_000}`
    for (const range of [since, `from=${Date.now() - 86_400_000 * 3}`]) {
      const whole = await figures(`${range}&app=${app.id}&service=db`)
      expect(whole).toMatchObject({ requests: 3, client_errors: 1 })
      expect(await figures(`${range}&app=${app.id}&own=0`)).toEqual(await figures(`${range}&app=${app.id}`))
      const calls = await get<UsageAnswer>(`system/usage?step=none&${range}&by=app&service=db`)
      expect(calls.body.meta.groups).toContainEqual(expect.objectContaining({ group_id: app.id, ...whole }))
    }
    const day = `from=${Date.now() - 86_400_000 * 3}&app=${app.id}&service=db`
    expect(await figures(`${day}&verb=GET`)).toEqual(await figures(day))
  })

  test('requests of the console are told by its app, in every service, by minute as well', async () => {
    const [console] = (
      await get<{ resource: { api_key: string; id: number }[] }>('system/app?filter=name="admin"&fields=id,api_key')
    ).body.resource
    const app = await instance.make.app({})
    const calls = async () => {
      const { body } = await get<UsageAnswer>(`system/usage?own=0&by=resource&step=none&from=${Date.now() - 3_600_000}`)
      return new Map(body.meta.groups?.map(({ group, requests }) => [group, requests]))
    }
    const before = await calls()
    const as = { token }
    await instance.send('GET', 'db/_schema', { as, key: console?.api_key ?? '' })
    await instance.send('GET', 'db/_schema', { as, key: app.api_key })
    await instance.send('GET', 'system/cors', { as, key: console?.api_key ?? '' })
    await instance.send('GET', 'system/cors', { as, key: app.api_key })
    const after = await calls()
    for (const resource of ['db/_schema', 'system/cors']) {
      expect(after.get(resource)).toBe((before.get(resource) ?? 0) + 1)
    }
    const own = await get<{ resource: { app_id: number }[] }>(
      'system/request_log?filter=(own=true) and (resource="_schema")&fields=app_id',
    )
    expect(own.body.resource).toEqual([{ app_id: console?.id }])
  })

  test('the request log has the latest requests, and supports the filters of every list', async () => {
    const { status, body } = await get<{ resource: Record<string, unknown>[]; meta: { count: number } }>(
      'system/request_log?filter=status=404&order=id desc&include_count=true',
    )
    expect(status).toBe(200)
    expect(body.meta.count).toBe(3)
    expect(body.resource[1]).toMatchObject({ verb: 'GET', service: '(other)', status: 404, outcome: 'client_error' })
  })

  test('access_usage responds as compatible clients expect', async () => {
    const { status, body } = await get<AccessUsageAnswer>('system/access_usage?subject=USER')
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ subject: 'user', stale_days: 90, ledger_available: true })
    expect(body.resource[0]).toMatchObject({
      name: 'root@example.test',
      never_used: false,
      stale: false,
      is_sys_admin: true,
    })
  })

  test('access_usage can be read by pages, by ids, and filtered by use', async () => {
    const { make } = instance
    const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const used = await make.app({ role_id: role.id })
    const never = await make.app({ role_id: role.id })
    await instance.send('GET', 'db/_table', { key: used.api_key })
    // The last use of a key is stored after the response.
    await instance.parts.background.idle()
    const rows = async (query: string) => (await get<AccessUsageAnswer>(`system/access_usage?${query}`)).body.resource
    const all = await rows('subject=app')
    const pages = await Promise.all(all.map((_row, at) => rows(`subject=app&limit=1&offset=${at}`)))
    expect(pages.flat()).toEqual(all)
    expect(await rows(`subject=app&offset=${all.length}`)).toEqual([])
    const [first] = await rows(`subject=app&ids=${used.id},999999`)
    expect(first).toMatchObject({
      subject_id: used.id,
      requests_30d: 1,
      top_services: [{ service: 'db', requests: 1 }],
    })
    expect(await rows(`ids=${never.id}`)).toMatchObject([{ subject_id: never.id, never_used: true, requests_30d: 0 }])
    expect(await rows('include_never_used=0&limit=1')).toEqual([all.find((row) => !row.never_used)])
    expect(await rows('include_never_used=0&limit=1&offset=1000')).toEqual([])
  })
})
