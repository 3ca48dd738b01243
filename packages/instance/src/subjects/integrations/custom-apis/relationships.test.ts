import type { Verb } from '@millwright/contract/verbs'
import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, make, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

type Relation = Readonly<Record<string, string>>
type Answer = Relation & { resource: Relation[]; error?: { message: string } }
const ask = (verb: 'GET' | 'POST' | 'PUT' | 'DELETE', below = '', body?: unknown, by: SendOptions = { as }) =>
  send<Answer>(verb, `api_builder/relationships${below}`, { ...by, body })
const refusal = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked)
  return `${status} ${body.error?.message}`
}
const listed = async (id: number, by: SendOptions = { as }) =>
  (await ask('GET', `?api_id=${id}`, undefined, by)).body.resource
const related = async () =>
  (await send<{ resource: { name: string; is_virtual: boolean }[] }>('GET', 'shop/_schema/orders/_related', { as }))
    .body.resource

let composed: number
let narrow: number
const services: Record<string, number> = {}
const toPeople = () => ({
  api_id: composed,
  service: 'shop',
  table: 'orders',
  type: 'belongs_to',
  field: 'buyer',
  name: 'buyer_of',
  ref_service: 'crm',
  ref_table: 'people',
  ref_field: 'id',
})
const toTags = () => ({
  ...toPeople(),
  type: 'many_many',
  field: 'id',
  ref_table: 'tags',
  name: 'labels',
  junction_service: 'crm',
  junction_table: 'tagged',
  junction_field: 'order_id',
  junction_ref_field: 'tag',
})

beforeAll(async () => {
  const key = { name: 'id', type: 'id' }
  const whole = (name: string) => ({ name, type: 'integer' })
  const tables = {
    shop: [{ name: 'orders', field: [key, whole('buyer')] }],
    crm: [
      { name: 'people', field: [key, { name: 'name', type: 'string' }] },
      { name: 'tags', field: [key, { name: 'name', type: 'string' }] },
      { name: 'tagged', field: [key, whole('order_id'), whole('tag')] },
    ],
    hr: [{ name: 'people', field: [key] }],
  }
  for (const [name, resource] of Object.entries(tables)) {
    const config = { database: `related-${name}.sqlite` }
    services[name] = await made('system/service', { name, label: name, type: 'sqlite', is_active: true, config })
    await send('POST', `${name}/_schema`, { as, body: { resource } })
  }
  const rows = {
    'shop/_table/orders': [{ buyer: 2 }, { buyer: 1 }],
    'crm/_table/people': [{ name: 'Ada' }, { name: 'Bo' }],
    'crm/_table/tags': [{ name: 'new' }, { name: 'large' }],
    'crm/_table/tagged': [{ order_id: 1, tag: 2 }],
  }
  for (const [path, resource] of Object.entries(rows)) await send('POST', path, { as, body: { resource } })
  composed = await api('composed', [services.shop, services.crm].map(Number))
  narrow = await api('narrow', [Number(services.shop)])
})

it('refuses whoever may not use the other addresses of the designer, and who may not change the table', async () => {
  for (const verb of ['GET', 'POST', 'DELETE'] as const) {
    const below = verb === 'POST' ? '' : verb === 'GET' ? `?api_id=${composed}` : '/x'
    expect((await ask(verb, below, toPeople(), {})).status).toBe(400)
    expect((await ask(verb, below, toPeople(), await restrictedAdmin(instance, ['users']))).status).toBe(403)
  }
  const keyWith = async (rules: readonly (readonly [number | undefined, ...Verb[]])[]) => {
    const access = rules.map(([service_id = 0, ...verbs]) => ({ service_id, component: '*', verbs }))
    const role = await make.role({ access })
    const app = await make.app()
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    return { as: user, key: app.api_key }
  }
  const system = await make.serviceId('system')
  const designer = [system, 'GET', 'POST', 'DELETE'] as const
  const reader = [system, 'GET'] as const
  const shop = [services.shop, 'GET', 'POST', 'DELETE'] as const
  expect((await ask('POST', '', toPeople(), await keyWith([designer]))).status).toBe(403)
  expect((await ask('POST', '', toPeople(), await keyWith([designer, shop]))).status).toBe(403)
  expect((await ask('POST', '', toPeople(), await keyWith([reader, shop, [services.crm, 'GET']]))).status).toBe(403)
  expect(await related()).toEqual([])
  const { body } = await ask('POST', '', toPeople())
  const blind = await keyWith([designer])
  expect(await listed(composed, blind)).toEqual([])
  expect((await ask('GET', `/${body.id}`, undefined, blind)).status).toBe(403)
  expect((await ask('DELETE', `/${body.id}`, undefined, blind)).status).toBe(403)
  const may = await keyWith([designer, shop])
  expect(await listed(composed, may)).toEqual([body])
  expect((await ask('DELETE', `/${body.id}`, undefined, may)).status).toBe(200)
  expect(await related()).toEqual([])
})

it('refuses what is missing, unknown, or outside of the sources of the API, and writes nothing', async () => {
  expect(await refusal('POST', '', { api_id: composed, type: 'many_many', field: 'id' })).toBe(
    "400 A relation needs 'service', 'table', 'ref_service', 'ref_table', 'ref_field', 'junction_service', 'junction_table', 'junction_field', 'junction_ref_field', as texts.",
  )
  const wrong: [number, object][] = [
    [400, []],
    [400, { ...toPeople(), api_id: undefined }],
    [400, { ...toPeople(), api_id: 'x' }],
    [400, { ...toPeople(), api_id: { id: 1 } }],
    [404, { ...toPeople(), api_id: 4711 }],
    [400, { ...toPeople(), type: 'has_some' }],
    [400, { ...toPeople(), field: ['buyer'] }],
    [400, { ...toPeople(), field: 'none' }],
    [400, { ...toPeople(), table: 'orders/_field' }],
    [404, { ...toPeople(), table: 'none' }],
    [404, { ...toPeople(), ref_table: 'none' }],
    [404, { ...toTags(), junction_table: 'none' }],
    [403, { ...toPeople(), service: 'hr', table: 'people' }],
    [403, { ...toPeople(), ref_service: 'hr' }],
    [403, { ...toPeople(), ref_service: 'none' }],
    [403, { ...toTags(), junction_service: 'hr' }],
    [403, { ...toPeople(), api_id: narrow }],
  ]
  for (const [status, body] of wrong) expect([body, (await ask('POST', '', body)).status]).toEqual([body, status])
  const strange = ['x', '-', 'W10', 'eyJ9', Buffer.from('[4711,"orders","x"]').toString('base64url')]
  for (const id of [...strange, Buffer.from(`[${services.shop},"orders","x"]`).toString('base64url')])
    for (const verb of ['GET', 'DELETE'] as const) expect([id, (await ask(verb, `/${id}`)).status]).toEqual([id, 404])
  expect((await ask('GET', '')).status).toBe(400)
  expect((await ask('GET', '?api_id=4711')).status).toBe(404)
  expect((await ask('DELETE', '')).status).toBe(400)
  expect((await ask('PUT', '/x', toPeople())).status).toBe(400)
  expect(await related()).toEqual([])
})

it('makes virtual relations, which steps read, lists those within the sources, and drops them', async () => {
  const { status, body: people } = await ask('POST', '', toPeople())
  const { api_id: _, ...sent } = toPeople()
  expect([status, people]).toEqual([
    200,
    { ...sent, id: expect.any(String), name: 'crm.people_by_buyer', alias: 'buyer_of' },
  ])
  const { body: tags } = await ask('POST', '', toTags())
  expect(tags).toMatchObject({ type: 'many_many', junction_service: 'crm', junction_table: 'tagged', alias: 'labels' })
  expect(await related()).toMatchObject([
    { name: people.name, is_virtual: true },
    { name: tags.name, is_virtual: true },
  ])
  expect(await listed(composed)).toEqual([people, tags])
  expect(await listed(narrow)).toEqual([])
  expect((await ask('POST', '', toPeople())).body).toEqual(people)
  expect((await ask('GET', `/${people.id}`)).body).toEqual(people)
  expect((await ask('GET', `/${people.id}?api_id=${narrow}`)).status).toBe(403)

  const params = { related: 'buyer_of,labels', order: 'id' }
  await endpoint(composed, '/orders', [{ service: 'shop', resource: '_table/orders', params }])
  await publish(composed)
  expect((await send('GET', 'composed/orders', { as })).body).toEqual({
    resource: [
      { id: 1, buyer: 2, buyer_of: { id: 2, name: 'Bo' }, labels: [{ id: 2, name: 'large' }] },
      { id: 2, buyer: 1, buyer_of: { id: 1, name: 'Ada' }, labels: [] },
    ],
  })

  await send('PATCH', `system/service/${services.shop}`, { as, body: { name: 'store' } })
  expect((await ask('GET', `/${people.id}`)).body).toEqual({ ...people, service: 'store' })
  await send('PATCH', `system/service/${services.shop}`, { as, body: { name: 'shop' } })

  expect((await ask('DELETE', `/${people.id}?api_id=${narrow}`)).status).toBe(403)
  expect((await ask('DELETE', `/${people.id}`)).body).toEqual({ id: people.id })
  expect((await ask('DELETE', `/${people.id}`)).status).toBe(404)
  expect(await listed(composed)).toEqual([tags])
  expect(failures).toEqual([])
})
