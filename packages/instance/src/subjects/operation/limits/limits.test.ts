import { beforeAll, describe, expect, it } from 'vitest'
import { deferred, fixture } from '../../../testing/fixture.ts'
import { redisUrl } from '../../../testing/redis.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance, type TestInstance, testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Created {
  readonly resource?: readonly { readonly id: number; readonly key_text: string }[]
  readonly error?: { readonly code: number; readonly message: string; readonly context: unknown }
}

const add = async ({ send, root }: TestInstance, limit: object, query = '?fields=*') =>
  send<Created>('POST', `system/limit${query}`, {
    as: root,
    body: { resource: [{ name: 'a limit', rate: 1, period: 'minute', ...limit }] },
  })

describe.each(engines)('limits on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root, make } = instance

  it.each([
    [{ type: 'nope' }, ['type']],
    [{ type: 'instance', period: 'fortnight' }, ['period']],
    [{ type: 'instance', rate: -1 }, ['rate']],
    [{ type: 'instance', rate: 'many' }, ['rate']],
    [{ type: 'instance', rate: 1.5 }, ['rate']],
    [{ type: 'instance', verb: 'FETCH' }, ['verb']],
    [{ type: 'instance', name: '' }, ['name']],
    [{ type: 'instance.user' }, ['user_id']],
    [{ type: 'instance.user', user_id: 999_999 }, ['user_id']],
    [{ type: 'instance.role' }, ['role_id']],
    [{ type: 'instance.user.service.endpoint', endpoint: '/' }, ['user_id', 'service_id', 'endpoint']],
  ])('are rejected for %j, naming the error', async (limit, fields) => {
    const { status, body } = await add(instance, limit)
    expect(status).toBe(400)
    expect(Object.keys(body.error?.context ?? {})).toEqual(fields)
  })

  it('are rejected if another limit counts the same requests', async () => {
    const limit = { type: 'instance', period: '30-day', rate: 1_000_000 }
    expect((await add(instance, limit)).status).toBe(201)
    const { status, body } = await add(instance, { ...limit, name: 'again', period: 4 })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 400,
      message: 'A limit already exists with those parameters. No records added.',
      context: { name: 'again', period: '30-day', verb: null, key_text: 'instance.30-day', is_active: true },
    })
    expect((await add(instance, limit, '?rollback=true')).body.error?.code).toBe(1000)
  })

  it('store the fields that their type uses, and no others', async () => {
    const user = await make.user()
    const service_id = await make.serviceId('user')
    const sent = {
      user_id: user.id,
      role_id: 7,
      service_id,
      endpoint: '/profile/',
      verb: 'get',
      period: '0',
      rate: '900',
    }
    const texts = new Map<string, string>()
    for (const type of ['instance.each_user', 'instance.user.service', 'instance.service.endpoint']) {
      const { status, body } = await add(instance, { ...sent, type })
      expect(status).toBe(201)
      texts.set(type, body.resource?.[0]?.key_text ?? '')
    }
    expect(Object.fromEntries(texts)).toEqual({
      'instance.each_user': 'instance.each_user:.verb:GET.minute',
      'instance.user.service': `instance.user:${user.id}.service:${service_id}.verb:GET.minute`,
      'instance.service.endpoint': `instance.service:${service_id}.endpoint:profile.verb:GET.minute`,
    })
  })

  it('return related records and their usage, and are deleted with their user', async () => {
    const user = await make.user()
    const { body } = await add(instance, { type: 'instance.user', user_id: user.id, rate: 5 })
    const id = body.resource?.[0]?.id ?? 0
    await send('GET', 'user/profile', { as: user })
    const related = 'service_by_service_id,role_by_role_id,user_by_user_id,limit_cache_by_limit_id'
    expect((await send('GET', `system/limit/${id}?related=${related}`, { as: root })).body).toMatchObject({
      period: 'minute',
      service_by_service_id: null,
      role_by_role_id: null,
      user_by_user_id: { id: user.id, email: user.email },
      limit_cache_by_limit_id: [{ id, key: `instance.user:${user.id}.minute`, max: 5, attempts: 1, remaining: 4 }],
    })
    expect((await send('DELETE', `system/user/${user.id}`, { as: root })).status).toBe(200)
    expect((await send('GET', `system/limit/${id}`, { as: root })).status).toBe(404)
  })
})

describe('a limit of each type and period', () => {
  const clock = testClock()
  const instance = sharedInstance({ clock, config: { tokenTtl: 100_000 } })
  const { send, make, root } = instance
  const user = fixture(() => make.user())
  const other = fixture(() => make.user())
  const access = [{ service_id: null, component: '*', verbs: ['GET'] as const }]
  let role_id: number
  beforeAll(async () => {
    ;({ id: role_id } = await make.role({ access }))
  })
  const app = fixture(() => make.app({ role_id }))
  let service_id: number
  beforeAll(async () => {
    service_id = await make.serviceId('user')
  })
  const target = deferred(() => ({ user_id: user.id, role_id, service_id, endpoint: 'profile' }))
  const seconds = { minute: 60, hour: 3600, day: 86_400, '7-day': 604_800, '30-day': 2_592_000 }
  const call = async (as: typeof user, path = 'user/profile') =>
    (await send('GET', path, { as, key: app.api_key })).status

  // Requests that still pass when the user is over the limit: another user on the same path, and the user on another path.
  it.each([
    ['instance', 429, 429],
    ['instance.user', 200, 429],
    ['instance.each_user', 200, 429],
    ['instance.service', 429, 429],
    ['instance.role', 429, 429],
    ['instance.user.service', 200, 429],
    ['instance.each_user.service', 200, 429],
    ['instance.service.endpoint', 429, 200],
    ['instance.user.service.endpoint', 200, 200],
    ['instance.each_user.service.endpoint', 200, 200],
  ])('%s: other users get %i, other paths %i', async (type, others, elsewhere) => {
    for (const [period, length] of Object.entries(seconds)) {
      const { body } = await add(instance, { ...target, type, period, rate: 1 })
      expect(await call(user)).toBe(200)
      const { status, headers } = await send('GET', 'user/profile', { as: user, key: app.api_key })
      expect([status, headers['retry-after'], headers['x-ratelimit-limit']]).toEqual([429, String(length), '1'])
      expect([await call(other), await call(user, 'user/session')]).toEqual([others, elsewhere])
      expect((await send('DELETE', `system/limit/${body.resource?.[0]?.id}`, { as: root })).status).toBe(200)
      expect(await call(user)).toBe(200)
    }
  })
})

describe('requests over a limit', () => {
  it('are rejected with every exceeded limit and the correct wait time', async () => {
    const clock = testClock()
    const instance = await testInstance({ clock, config: { tokenTtl: 10_000 } })
    const { send, make } = instance
    const user = await make.user()
    await add(instance, { type: 'instance.service', service_id: await make.serviceId('user'), rate: 2 })
    const second = await add(instance, {
      type: 'instance.user',
      name: 'hourly',
      user_id: user.id,
      period: 'hour',
      rate: 2,
    })
    const call = () => send<Created>('GET', 'user/profile', { as: user })
    for (let time = 0; time < 2; time++) expect((await call()).status).toBe(200)
    clock.advance(10)
    const { status, body, headers } = await call()
    expect(status).toBe(429)
    expect(body.error).toMatchObject({
      code: 429,
      context: [
        { name: 'a limit', object: { type: 'instance.service' } },
        { id: second.body.resource?.[0]?.id, name: 'hourly', object: { rate: 2, period: 'hour' } },
      ],
    })
    const reset = clock() / 1000 + 3600
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'retry-after': '3600',
      'x-ratelimit-reset': String(Math.ceil(reset)),
    })
    clock.advance(3599)
    expect((await call()).status).toBe(429)
    clock.advance(1)
    expect((await call()).status).toBe(200)
  })

  it('pass for administrators, and are not counted when access is denied', async () => {
    const instance = await testInstance()
    const { send, make, root } = instance
    const user = await make.user()
    const made = await add(instance, { type: 'instance', rate: 0 })
    expect((await send('GET', 'system/role', { as: root })).status).toBe(200)
    expect((await send('GET', 'system/role', { as: user })).status).toBe(400)
    const id = made.body.resource?.[0]?.id
    expect((await send('GET', `system/limit_cache/${id}`, { as: root })).body).toMatchObject({ max: 0, attempts: 0 })
    expect((await send('GET', 'user/profile', { as: user })).status).toBe(429)
    expect((await send('GET', 'system/environment')).status).toBe(200)
    expect((await send('POST', 'user/session', { body: { email: user.email, password: 'wrong' } })).status).toBe(401)
    expect((await send('POST', 'user/password?reset=true', { body: { email: user.email } })).status).toBe(429)
    expect((await send('GET', `system/limit_cache/${id}`, { as: root })).body).toMatchObject({
      attempts: 0,
      remaining: 0,
    })
  })

  it('pass exactly as often as allowed, until the counter is reset', async () => {
    const instance = await testInstance(redisUrl === null ? {} : { config: { redisUrl } })
    const { send, make, root } = instance
    const user = await make.user()
    const other = await make.user()
    const { body } = await add(instance, { type: 'instance.each_user', rate: 30 })
    const id = body.resource?.[0]?.id ?? 0
    const passed = async (as: typeof user, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => send('GET', 'user/profile', { as })))
      return answers.filter(({ status }) => status === 200).length
    }
    await send('DELETE', `system/limit_cache/${id}`, { as: root })
    expect(await Promise.all([passed(user, 100), passed(other, 20)])).toEqual([30, 20])
    expect((await send('GET', 'system/limit_cache', { as: root })).body).toMatchObject({
      resource: [
        { id, key: `instance.each_user:${user.id}.minute`, max: 30, attempts: 30, remaining: 0 },
        { id, key: `instance.each_user:${other.id}.minute`, max: 30, attempts: 20, remaining: 10 },
      ],
    })
    expect((await send('DELETE', 'system/limit_cache', { as: root })).status).toBe(400)
    expect((await send('DELETE', `system/limit_cache?ids=${id},999`, { as: root })).status).toBe(404)
    expect((await send('DELETE', `system/limit_cache?ids=${id}`, { as: root })).body).toEqual({ resource: [{ id }] })
    expect(await passed(user, 31)).toBe(30)
    await send('PATCH', `system/limit/${id}`, { as: root, body: { rate: 31 } })
    expect(await passed(user, 32)).toBe(31)
    expect((await send('DELETE', 'system/limit_cache?force=true', { as: root })).body).toEqual({ success: true })
  })

  it('are subject to the limit on the specific user or verb instead of the wider one', async () => {
    const instance = await testInstance()
    const { send, make } = instance
    const known = await make.user()
    const user = await make.user()
    await add(instance, { type: 'instance.each_user', rate: 1 })
    await add(instance, { type: 'instance.user', user_id: known.id, rate: 3 })
    const service_id = await make.serviceId('user')
    await add(instance, { type: 'instance.service', service_id, rate: 0 })
    await add(instance, { type: 'instance.service', service_id, rate: 100, verb: 'GET' })
    const statuses = async (as: typeof user, count: number) => {
      const found: number[] = []
      for (let at = 0; at < count; at++) found.push((await send('GET', 'user/profile', { as })).status)
      return found
    }
    expect(await statuses(known, 4)).toEqual([200, 200, 200, 429])
    expect(await statuses(user, 2)).toEqual([200, 429])
    expect((await send('POST', 'user/profile', { as: user, body: { first_name: 'A' } })).status).toBe(429)
  })

  it('include those below an endpoint if it ends with a star', async () => {
    const instance = await testInstance()
    const { send, make, root } = instance
    const user = await make.user()
    const { body } = await add(instance, {
      type: 'instance.service.endpoint',
      service_id: await make.serviceId('user'),
      endpoint: 'pro*',
      rate: 1,
    })
    expect((await send('GET', 'user/session', { as: user })).status).toBe(200)
    expect((await send('GET', 'user/Profile', { as: user })).status).toBe(404)
    expect((await send('GET', 'user/profile', { as: user })).status).toBe(429)
    await send('PATCH', `system/limit/${body.resource?.[0]?.id}`, { as: root, body: { is_active: false } })
    expect((await send('GET', 'user/profile', { as: user })).status).toBe(200)
  })
})
