import { verbs } from '@millwright/contract/verbs'
import type { AccessExplanation } from '@millwright/contract/wire/access-explanation'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import type { Answer } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root, make, parts } = instance
let db: number
let system: number
beforeAll(async () => {
  ;({ id: db } = await make.service({ name: 'shop', type: 'oracle' }))
  system = await make.serviceId('system')
  await make.service({ name: 'off', is_active: false })
})

const reader = fixture(() =>
  make.role({
    name: 'reader',
    access: [
      { service_id: db, component: '_table/items', verbs: ['GET'] },
      { service_id: db, component: '_table/*', verbs: ['GET', 'POST'] },
      { service_id: db, component: '*', verbs: ['DELETE'] },
      { service_id: null, component: '*', verbs: ['GET'] },
    ],
  }),
)
const clerk = fixture(() => {
  const roles = { component: 'role/*', verbs: ['GET'] as const }
  const admins = { component: 'admin/*', verbs }
  return make.role({ name: 'clerk', access: [roles, admins].map((rule) => ({ service_id: system, ...rule })) })
})
const guest = fixture(() => make.role({ access: [{ service_id: db, component: '', verbs: ['GET'] }] }))
const everywhere = { service_id: null, component: '*', verbs: [...verbs] }
const asleep = fixture(() => make.role({ is_active: false, access: [everywhere] }))
const bare = fixture(() => make.app())
const open = fixture(() => make.app({ role_id: guest.id }))
const sleepy = fixture(() => make.app({ role_id: asleep.id }))
const closed = fixture(() => make.app({ role_id: guest.id, is_active: false }))
const users = fixture(async () => {
  const roles = [
    { app_id: open.id, role_id: reader.id },
    { app_id: sleepy.id, role_id: clerk.id },
  ]
  return [
    await make.user({ roles }),
    await make.user(),
    await make.user({ roles, is_active: false }),
    await make.admin(),
    await make.admin({ roles }),
    root,
  ]
})

const explain = (body: unknown, as: { token: string } = root, key?: string) =>
  send<AccessExplanation>('POST', 'system/access_explanation', { as, body, ...(key === undefined ? {} : { key }) })

describe('an explanation of access', () => {
  it('requires permission to read roles', async () => {
    const [user, other] = users
    const body = { verb: 'GET', path: 'shop' }
    expect((await send('POST', 'system/access_explanation', { body })).status).toBe(400)
    expect((await explain(body, user)).status).toBe(400)
    expect((await explain(body, other, open.api_key)).status).toBe(403)
    expect((await explain(body, user, sleepy.api_key)).status).toBe(200)
  })

  it.each([
    ['no verb', {}, 400],
    ['an unknown verb', { verb: 'LOOK' }, 400],
    ['an unknown requestor', { verb: 'GET', requestor: 'ME' }, 400],
    ['no number for a user', { verb: 'GET', user_id: 'x' }, 400],
    ['two keys', { verb: 'GET', app_id: 1, api_key: 'k' }, 400],
    ['an unreadable path', { verb: 'GET', path: '%ff' }, 400],
    ['another version', { verb: 'GET', path: '/api/v1/shop' }, 404],
    ['nobody', { verb: 'GET', user_id: 99999 }, 404],
    ['no app', { verb: 'GET', app_id: 99999 }, 404],
    ['a role that is none', { verb: 'GET', role: [1] }, 400],
    ['a role with rows that are none', { verb: 'GET', role: { role_service_access_by_role_id: [7] } }, 400],
    ['a mask out of range', { verb: 'GET', role: { role_service_access_by_role_id: [{ verb_mask: 32 }] } }, 400],
  ])('is rejected for %s', async (_, body, status) => {
    expect((await explain(body)).status).toBe(status)
  })

  it('names the rows that decide and why the others do not apply', async () => {
    const body = { user_id: users[0]?.id, app_id: open.id, verb: 'POST', service: 'SHOP', component: '_table/items' }
    expect((await explain(body)).body).toMatchObject({
      allowed: false,
      status: 403,
      message:
        "Access Forbidden. POST access to component '_table/items' of service 'shop' is not allowed by this user's role.",
      decided_by: 'rules',
      allowed_verbs: ['GET'],
      considered: [
        {
          tier: 'exact',
          decides: true,
          because_code: 'denies',
          because: 'It matches this component and does not allow POST.',
        },
        {
          tier: 'component',
          decides: false,
          because_code: 'closer_rule',
          because: expect.stringContaining('more specific'),
        },
        { tier: 'component', decides: false },
        { tier: 'all', service: null, because: expect.stringContaining('all services') },
      ],
      role: { id: reader.id, name: 'reader', is_active: true, given_by: 'user' },
      app: { id: open.id },
      user: { id: users[0]?.id },
      service: { name: 'shop', is_active: true },
    })
  })

  it('evaluates an unsaved role, which replaces the caller’s own', async () => {
    const filters = [{ name: 'a', operator: '=', value: '1' }]
    const rows = [
      { service_id: db, component: '_table/items', verb_mask: 1 },
      { id: 7, service_id: db, component: '_table/*', verb_mask: 31, filters },
      { service_id: 99999, component: '*', verb_mask: 31 },
    ]
    const role = { name: 'draft', role_service_access_by_role_id: rows }
    for (const user_id of [null, root.id, users[0]?.id]) {
      expect((await explain({ user_id, verb: 'POST', path: 'shop/_table/items', role })).body).toMatchObject({
        allowed: false,
        status: 403,
        decided_by: 'rules',
        allowed_verbs: ['GET'],
        considered: [
          { id: -1, decides: true },
          { id: 7, decides: false },
        ],
        role: { id: 0, name: 'draft', given_by: 'draft' },
      })
    }
    const other = await explain({ verb: 'PUT', path: 'shop/_table/other', role })
    expect(other.body).toMatchObject({ allowed_verbs: verbs, row_filter: { filters: [{ name: 'a' }] } })
    const off = await explain({ verb: 'GET', path: 'shop/_table/items', role: { ...role, is_active: false } })
    expect(off.body).toMatchObject({ allowed: false, decided_by: 'role' })
  })

  it('tells of writes that a wider rule allows on rows that a closer one hides', async () => {
    const filters = [{ name: 'a', operator: '=', value: '1' }]
    const wide = { service_id: db, component: '_table/*', verb_mask: 31 }
    const ask = async (verb: string, path: string, ...rules: readonly object[]) => {
      const role = { name: 'draft', role_service_access_by_role_id: [wide, ...rules] }
      return (await explain({ verb, path, role })).body
    }
    const read = { service_id: db, component: '_table/items', verb_mask: 1, filters }
    expect(await ask('GET', 'shop/_table/items/2', read)).toMatchObject({ writes_hidden_rows: false })
    expect(await ask('PATCH', 'shop/_table/items', read)).toMatchObject({ allowed: false, writes_hidden_rows: false })
    expect(await ask('PATCH', 'shop/_table/items/2', read)).toMatchObject({ writes_hidden_rows: true })
    const below = { ...read, component: '_table/items/*', verb_mask: 31 }
    expect(await ask('PATCH', 'shop/_table/items/2', read, below)).toMatchObject({ writes_hidden_rows: false })
    expect(await ask('PATCH', 'shop/_table/other/2', read)).toMatchObject({ writes_hidden_rows: false })
  })

  it.each([
    [
      'an administrator',
      () => ({ user_id: root.id, verb: 'DELETE', path: 'shop/x' }),
      { decided_by: 'service', status: 503 },
    ],
    [
      'an administrator on a resource',
      () => ({ user_id: root.id, verb: 'DELETE', path: 'system/role' }),
      { decided_by: 'sysadmin' },
    ],
    [
      'a public endpoint',
      () => ({ verb: 'POST', path: '/api/v2/user/session?x=1' }),
      { decided_by: 'public', allowed: true },
    ],
    [
      'the list of services',
      () => ({ verb: 'GET', path: 'https://x.test/api/v2/' }),
      { decided_by: 'public', allowed: true },
    ],
    ['nobody without a key', () => ({ verb: 'GET', path: 'shop' }), { decided_by: 'credentials', status: 400 }],
    [
      'no role',
      () => ({ user_id: users[1]?.id, app_id: bare.id, verb: 'GET', path: 'shop' }),
      { decided_by: 'role', status: 403 },
    ],
    ['an inactive role', () => ({ app_id: sleepy.id, verb: 'GET', path: 'shop' }), { decided_by: 'role', status: 403 }],
    ['an inactive app', () => ({ app_id: closed.id, verb: 'GET', path: 'shop' }), { decided_by: 'app', status: 403 }],
    [
      'an inactive user',
      () => ({ user_id: users[2]?.id, app_id: open.id, verb: 'GET', path: 'shop' }),
      { decided_by: 'user', status: 403 },
    ],
    [
      'a guest',
      () => ({ app_id: open.id, verb: 'GET', path: 'files' }),
      { decided_by: 'no_rule', status: 401, role: { given_by: 'app' } },
    ],
    [
      'an unknown service',
      () => ({ user_id: root.id, verb: 'GET', path: 'nosuch' }),
      { decided_by: 'service', status: 404 },
    ],
    [
      'an inactive service',
      () => ({ user_id: root.id, verb: 'GET', path: 'off' }),
      { decided_by: 'service', status: 403 },
    ],
    [
      'what only root administrators may do',
      () => ({ user_id: users[3]?.id, verb: 'GET', path: 'system/admin' }),
      { decided_by: 'resource', status: 403 },
    ],
  ])('covers %s', async (_, bodyOf, expected) => {
    expect((await explain(bodyOf())).body).toMatchObject(expected)
  })

  it('evaluates scripts by the access rows for scripts', async () => {
    const body = { user_id: users[0]?.id, app_id: open.id, verb: 'GET', path: 'files', requestor: 'script' }
    expect((await explain(body)).body).toMatchObject({
      decided_by: 'no_rule',
      considered: [
        {},
        {},
        {},
        { because_code: 'other_requestor', because: 'It does not apply to requests from scripts.' },
      ],
    })
  })

  it('reflects the latest change to a role', async () => {
    const role = await make.role({ access: [{ service_id: db, component: '*', verbs: ['GET'] }] })
    const app = await make.app({ role_id: role.id })
    const ask = async () => (await explain({ app_id: app.id, verb: 'GET', path: 'shop/_table/x' })).body.decided_by
    expect(await ask()).toBe('service')
    await send('PATCH', `system/role/${role.id}`, { as: root, body: { is_active: false } })
    expect(await ask()).toBe('role')
  })
})

/** Error messages from credentials, the gateway and resource guards, independent of what a service itself responds. */
const refusals =
  /^(Access Forbidden|No API Key|No session token|Unauthorized\. User is not|Unauthorized\. There is no session\.$|App is not active|The token has been black|Only a root administrator can manage|Could not find a service|This instance cannot run|Service off is|\w+ is not supported on the list|Resource '\w+' not found for service)/

const messageOf = ({ body }: Answer<unknown>): string => {
  const { error } = Object(body) as { error?: { message?: string } }
  return error?.message ?? ''
}

const asked = () =>
  fc.record({
    user: fc.constantFrom(null, ...users),
    key: fc.constantFrom(null, 'unknown', bare.api_key, open.api_key, sleepy.api_key, closed.api_key),
    verb: fc.constantFrom(...verbs),
    path: fc.constantFrom(
      '',
      'shop',
      'shop/_table/items',
      'shop/_table/other',
      'shop/_schema/items',
      'files/a',
      'off/x',
      'nosuch',
      'api_docs',
      'system',
      'system/role',
      'system/role/999',
      'system/admin',
      'system/admin/1/session',
      'system/nothing',
      'system/environment',
      'system/admin/password',
      'system/admin/profile',
      'user',
      'user/password',
      'user/profile',
      'user/custom',
      'USER/Password/',
      'shop//_TABLE/Items',
      'system/access_explanation',
    ),
  })

describe('for every caller and call', () => {
  it('the explanation predicts the response of the instance', async () => {
    await fc.assert(
      fc.asyncProperty(asked(), async ({ user, key, verb, path }) => {
        const foretold = (await explain({ user_id: user?.id ?? null, api_key: key, verb, path })).body
        const as = user === null ? {} : { as: { token: await parts.tokens.issue(user.id, false) } }
        const answer = await send(verb, path, { ...as, ...(key === null ? {} : { key }) })
        if (foretold.allowed) expect(messageOf(answer)).not.toMatch(refusals)
        else expect([answer.status, messageOf(answer)]).toEqual([foretold.status, foretold.message])
      }),
      { numRuns: 400 },
    )
  })
})
