import { beforeAll, describe, expect, it } from 'vitest'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('custom APIs as records on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root: as, make } = instance
  const post = async (path: string, body: object) => {
    type Answer = { resource: [{ id: number }]; error?: { context: { resource?: [{ code: number }] } } }
    const answer = await send<Answer>('POST', path, { as, body: { resource: [body] } })
    // A batch of one record that fails.
    const alone = answer.body.error?.context.resource?.[0]
    return { status: alone?.code ?? answer.status, body: answer.body }
  }
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await post(path, body)
    expect([path, status, answer]).toEqual([path, 201, expect.anything()])
    return answer.resource[0].id
  }
  const read = async (path: string) => (await send<Record<string, unknown>>('GET', path, { as })).body
  const steps = (...some: object[]) => ({ steps: some })
  const orders = { id: 'o', service: 'db', resource: '_table/orders' }

  let db: number
  let api: number
  beforeAll(async () => {
    db = await make.serviceId('db')
    const table = { name: 'orders', field: [{ name: 'id', type: 'id' }] }
    await send('POST', 'db/_schema', { as, body: { resource: [table] } })
    api = await made('system/custom_api', { name: 'shop', base_path: 'shop-api', label: 'Shop' })
    await made('system/custom_api_source', { api_id: api, service_id: db })
  })

  it('have a service of their name, which is renamed and deleted with them', async () => {
    expect((await post('system/custom_api', { name: 'other', base_path: 'DB' })).status).toBe(409)
    expect((await post('system/custom_api', { name: 'other', base_path: 'api_builder' })).status).toBe(409)
    expect((await post('system/custom_api', { name: 'no spaces' })).status).toBe(400)
    const id = await made('system/custom_api', { name: 'temporary' })
    expect(await read(`system/custom_api/${id}`)).toMatchObject({
      base_path: 'temporary',
      status: 'draft',
      version: '0.1.0',
      has_changes: false,
    })
    expect((await send('PATCH', `system/custom_api/${id}`, { as, body: { base_path: 'renamed' } })).status).toBe(200)
    expect((await send('GET', 'temporary/x', { as })).status).toBe(404)
    const { resource } = (await read(`system/service?filter=name=renamed`)) as {
      resource: [{ type: string; id: number }]
    }
    expect(resource).toMatchObject([{ type: 'api_builder' }])
    expect((await send('DELETE', `system/service/${resource[0].id}`, { as })).status).toBe(409)
    expect((await send('DELETE', `system/service/${resource[0].id}?force=true`, { as })).status).toBe(200)
    expect(await read(`system/custom_api/${id}`)).toMatchObject({ base_path: null, service_id: null })
    expect((await send('PATCH', `system/custom_api/${id}`, { as, body: { base_path: 'again' } })).status).toBe(200)
    expect((await send('DELETE', `system/custom_api/${id}`, { as })).status).toBe(200)
    expect(await read(`system/service?filter=name=again`)).toEqual({ resource: [] })
  })

  it('refuse plans that could not run, naming step and member, unless they are inactive', async () => {
    const refused = async (step: object, more: object = {}) => {
      const endpoint = {
        api_id: api,
        method: 'GET',
        path: '/refused/{id}',
        is_active: true,
        execution_plan: steps(step),
        ...more,
      }
      const { status, body } = await post('system/custom_api_endpoint', endpoint)
      return [status, JSON.stringify(body)] as const
    }
    const sentences: readonly [object, string][] = [
      [{ ...orders, service: 'gone' }, "Step 'o', service: there is no service 'gone'."],
      [{ ...orders, service: 'files' }, "'files' is not among the services of this API."],
      [{ ...orders, service: 'shop-api' }, "'shop-api' is a custom API: they cannot call each other."],
      [{ ...orders, service: 'system' }, 'services of the group System'],
      [{ ...orders, service: '{query.s}' }, 'service: cannot have placeholders.'],
      [{ ...orders, resource: '_table/{path.id}' }, 'the name of a table'],
      [{ ...orders, resource: '_table/orders/x{path.id}' }, '{path.id} must be a whole segment'],
      [{ ...orders, resource: '_table/orders/../x' }, "the segment '..'"],
      [{ ...orders, params: { filter: '{query.field} = 1' } }, 'the name of a field'],
      [{ ...orders, params: { filter: 'a = 1 {query.more}' } }, 'is not a value'],
      [{ ...orders, params: { order: '{query.by}' } }, 'lists its values in an enum'],
      [{ ...orders, params: { limit: '{steps.later.resource}' } }, 'does not name an earlier step'],
      [{ ...orders, params: { limit: '{path.other}' } }, 'is not a parameter of the path'],
      [{ type: 'query', id: 'o' }, "type: must be 'service_request' or 'transform'."],
      [{ type: 'transform', id: 'o', from: 'x', ops: [{ op: 'eval' }] }, 'op must be one of'],
    ]
    for (const [step, sentence] of sentences) {
      const [status, text] = await refused(step)
      expect([sentence, status]).toEqual([sentence, 422])
      expect(text).toContain(sentence)
    }
    expect((await refused(orders, { execution_plan: steps() }))[1]).toContain('at least one step')
    expect((await refused(orders, { execution_plan: steps(...Array(26).fill(orders)) }))[1]).toContain(
      'more than 25 steps',
    )
    const huge = { ...orders, params: { x: '{query.x}'.repeat(30_000) } }
    expect((await refused(huge))[1]).toContain('longer than 200000 characters')
    const id = await made('system/custom_api_endpoint', {
      api_id: api,
      method: 'get',
      path: 'x',
      is_active: false,
      execution_plan: { steps: [], other: 1 },
    })
    expect(await read(`system/custom_api_endpoint/${id}?related=problems`)).toMatchObject({
      method: 'GET',
      path: '/x',
      execution_plan: { steps: [], other: 1 },
      problems: [{ member: 'execution_plan' }],
    })
    expect((await send('PATCH', `system/custom_api_endpoint/${id}`, { as, body: { is_active: true } })).status).toBe(
      422,
    )
    await send('DELETE', `system/custom_api_endpoint/${id}`, { as })
  })

  it('are stored inactive if they come from elsewhere and are unsafe', async () => {
    const unsafe = {
      api_id: api,
      method: 'GET',
      path: '/unsafe',
      execution_plan: steps({ ...orders, resource: '_table/{query.t}' }),
    }
    const id = await made('api_builder/endpoints', unsafe)
    expect(await read(`api_builder/endpoints/${id}?related=problems`)).toMatchObject({
      is_active: false,
      problems: [{ step: 'o', member: 'resource' }],
    })
    expect((await send('DELETE', `api_builder/endpoints/${id}`, { as })).status).toBe(200)
    expect((await send('GET', 'api_builder/apis', await restrictedAdmin(instance, ['users']))).status).toBe(403)
    expect((await send('GET', 'api_builder/apis', {})).status).toBe(400)
    expect((await send('GET', 'api_builder/none/x', { as })).status).toBe(404)
  })

  it('are published as numbered revisions, which can be published again', async () => {
    const endpoint = { api_id: api, method: 'GET', path: '/orders/{id}', execution_plan: steps(orders) }
    expect((await send('PATCH', `system/custom_api/${api}`, { as, body: { publish: true } })).status).toBe(422)
    const id = await made('system/custom_api_endpoint', endpoint)
    expect((await post('system/custom_api_endpoint', { ...endpoint, path: '/orders/{other}' })).status).toBe(409)
    expect(await read(`system/custom_api/${api}`)).toMatchObject({ has_changes: true, published_revision: null })
    expect((await send('PATCH', `system/custom_api/${api}`, { as, body: { publish: true } })).status).toBe(200)
    expect(await read(`system/custom_api/${api}`)).toMatchObject({
      status: 'published',
      has_changes: false,
      published_revision: 1,
    })
    await send('PATCH', `system/custom_api_endpoint/${id}`, { as, body: { label: 'Changed' } })
    expect(await read(`system/custom_api/${api}`)).toMatchObject({ has_changes: true, published_revision: 1 })
    expect((await send('PUT', `api_builder/apis/${api}`, { as, body: { status: 'published' } })).status).toBe(200)
    expect(await read(`system/custom_api/${api}`)).toMatchObject({ has_changes: false, published_revision: 2 })
    expect((await send('PATCH', `system/custom_api/${api}`, { as, body: { publish_revision: 3 } })).status).toBe(400)
    expect((await send('PATCH', `system/custom_api/${api}`, { as, body: { publish_revision: 1 } })).status).toBe(200)
    expect(await read(`system/custom_api/${api}`)).toMatchObject({ has_changes: true, published_revision: 1 })
    const revisions = await read(
      `system/custom_api_revision?filter=api_id=${api}&related=published_endpoint_by_revision_id`,
    )
    expect(revisions.resource).toMatchObject([
      { number: 1, published_endpoint_by_revision_id: [{ path: '/orders/{id}', label: null }] },
      { number: 2, published_endpoint_by_revision_id: [{ label: 'Changed' }] },
    ])
    await send('DELETE', `system/custom_api_endpoint/${id}`, { as })
    expect(await read(`system/custom_api/${api}`)).toMatchObject({ has_changes: true })
  })

  it('follow a renamed service, and keep it from being deleted', async () => {
    const service = await make.service({ name: 'inner' })
    await made('system/custom_api_source', { api_id: api, service_id: service.id })
    const step = { id: 'i', service: 'inner', resource: '' }
    const id = await made('system/custom_api_endpoint', {
      api_id: api,
      method: 'POST',
      path: '/inner',
      execution_plan: steps(step),
    })
    expect((await send('PATCH', `system/service/${service.id}`, { as, body: { name: 'within' } })).status).toBe(200)
    expect(await read(`system/custom_api_endpoint/${id}`)).toMatchObject({
      execution_plan: steps({ ...step, service: 'within' }),
    })
    const kept = await send('DELETE', `system/service/${service.id}`, { as })
    expect([kept.status, JSON.stringify(kept.body)]).toEqual([409, expect.stringContaining('shop')])
    expect((await send('DELETE', `system/service/${service.id}?force=true`, { as })).status).toBe(200)
    expect(await read(`system/custom_api_endpoint/${id}?related=problems`)).toMatchObject({
      problems: [{ message: "Step 'i', service: there is no service 'within'." }],
    })
    const label = { label: 'Broken by itself' }
    expect((await send('PATCH', `system/custom_api_endpoint/${id}`, { as, body: label })).status).toBe(200)
  })
})
