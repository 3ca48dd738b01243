import { maskOf, requestorMask } from '@millwright/contract/verbs'
import type { AccessExplanation } from '@millwright/contract/wire/access-explanation'
import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root, make, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

let shop: number
let composed: number
let system: number
const read = maskOf(['GET'])
const both = requestorMask.API | requestorMask.SCRIPT

/** A person with a role of these rows for orders, who may call the API and write its endpoints. */
async function person(name: string, rows: readonly object[]) {
  const any = { verb_mask: maskOf(['GET', 'POST', 'PATCH']), requestor_mask: both, component: '*' }
  const role_id = await made('system/role', {
    name,
    is_active: true,
    role_service_access_by_role_id: [
      ...[composed, system].map((service_id) => ({ ...any, service_id })),
      ...rows.map((row) => ({ service_id: shop, component: '_table/orders/*', verb_mask: read, ...row })),
    ],
  })
  const app = await make.app({ role_id })
  const user = await make.user({ roles: [{ app_id: app.id, role_id }] })
  const by: SendOptions = { as: user, key: app.api_key }
  return { role_id, app_id: app.id, user_id: user.id, by }
}
type Person = Awaited<ReturnType<typeof person>>
const people: Record<string, Person> = {}
const the = (name: string): Person => {
  const found = people[name]
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}
const explained = async (path: string, { user_id, app_id }: Person, more: object = {}) =>
  (
    await send<AccessExplanation>('POST', 'system/access_explanation', {
      as: root,
      body: { user_id, app_id, verb: 'GET', path: `composed/${path}`, ...more },
    })
  ).body

beforeAll(async () => {
  shop = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'explained.sqlite' },
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string' },
  ]
  await send('POST', 'shop/_schema', { as: root, body: { resource: [{ name: 'orders', field }] } })
  await send('POST', 'shop/_table/orders', { as: root, body: { resource: [{ state: 'open' }] } })
  const id = await api('composed', [shop])
  composed = await make.serviceId('composed')
  system = await make.serviceId('system')
  people.both = await person('both', [{ requestor_mask: both }])
  people.scripts = await person('scripts', [{ requestor_mask: requestorMask.SCRIPT }])
  people.clients = await person('clients', [{ requestor_mask: requestorMask.API }])
  people.nothing = await person('nothing', [])
  const one = { id: 'one', service: 'shop', resource: '_table/orders/{path.id}' }
  const rest = { id: 'rest', service: 'shop', resource: '_table/orders', method: 'DELETE', when: '{query.all}' }
  await endpoint(id, '/of-root/{id}', [one])
  for (const name of ['both', 'scripts', 'clients']) await endpoint(id, `/of-${name}/{id}`, [one], {}, the(name).by)
  await endpoint(id, '/maybe/{id}', [one, rest, { type: 'transform', from: '{steps.one}' }])
  await publish(id)
})

it('names the step that is refused, its author, and the rows that decide', async () => {
  const answer = await explained('of-both/1', the('nothing'))
  expect(answer).toMatchObject({
    allowed: false,
    status: 403,
    decided_by: 'step',
    endpoint: {
      method: 'GET',
      path: '/of-both/{id}',
      author: { id: the('both').user_id },
      steps: [
        {
          step: 'one',
          verb: 'GET',
          service: 'shop',
          component: '_table/orders/1',
          allowed: false,
          always: true,
          caller: { allowed: false, allowed_as: [], decided_by: 'no_rule', role: { name: 'nothing' }, rules: [] },
          author: { allowed: true, allowed_as: ['API', 'SCRIPT'], role: { name: 'both' } },
        },
      ],
    },
  })
  expect(answer.endpoint?.steps[0]?.author?.rules).toMatchObject([
    { component: '_table/orders/*', decides: true, because_code: 'allows' },
  ])
})

it('tells what is requested as a client, and what may be left out', async () => {
  expect((await explained('of-root/1', the('clients'))).endpoint).toMatchObject({
    author: null,
    steps: [{ requestor: 'API', allowed: true, author: null, caller: { allowed_as: ['API'] } }],
  })
  const { allowed, endpoint: maybe } = await explained('maybe/1', the('scripts'))
  expect([allowed, maybe?.steps.map(({ step, always, allowed: may }) => [step, always, may])]).toEqual([
    true,
    [
      ['one', true, true],
      ['rest', false, false],
    ],
  ])
  expect(await explained('nothing/1', the('both'))).not.toHaveProperty('endpoint')
  const role = { role_service_access_by_role_id: [{ service_id: composed, component: '*', verb_mask: read }] }
  expect((await explained('of-root/1', the('both'), { role })).decided_by).toBe('step')
})

it('shows steps only to those who may read endpoints', async () => {
  const access = [{ service_id: system, component: 'role/*', verbs: ['GET'] }] as const
  const app = await make.app({ role_id: (await make.role({ access })).id })
  const by = { ...(await restrictedAdmin(instance, ['apidocs'])) }
  for (const asker of [{ key: app.api_key, as: await make.user() }, by]) {
    const ask = async (path: string, { user_id, app_id }: Person) =>
      send<AccessExplanation>('POST', 'system/access_explanation', {
        ...asker,
        body: { user_id, app_id, verb: 'GET', path: `composed/${path}` },
      })
    const refused = await ask('of-both/1', the('nothing'))
    expect(refused).toMatchObject({ status: 200, body: { allowed: false, status: 403, decided_by: 'step' } })
    const allowed = await ask('of-root/1', the('both'))
    expect(allowed).toMatchObject({ status: 200, body: { allowed: true } })
    for (const { body } of [refused, allowed]) {
      expect(body).not.toHaveProperty('endpoint')
      expect(JSON.stringify(body)).not.toContain('orders/1')
    }
  }
})

it('foretells the answer for each author and caller', async () => {
  for (const author of ['root', 'both', 'scripts', 'clients'])
    for (const [name, caller] of Object.entries(people)) {
      const path = `of-${author}/1`
      const { allowed, status, message } = await explained(path, caller)
      const answer = await send<{ error?: { message: string } }>('GET', `composed/${path}`, caller.by)
      const seen = allowed ? [200, undefined] : [status, message]
      expect([author, name, answer.status, answer.body.error?.message]).toEqual([author, name, ...seen])
    }
  expect(failures).toEqual([])
})
