import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeLibrary } from '../../testing/databases/library.ts'
import { fixture } from '../../testing/fixture.ts'

forEachEngine('reading related records of another service', (on) => {
  const tested = sharedServiceOn(on)
  const { instance, database } = tested
  const { send, root, make } = instance
  beforeAll(() => makeLibrary({ database, engine: on.engine }))
  const call = async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await send<Body>(method, path, { as: root, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const service = {
    name: 'Other',
    type: 'sqlite',
    is_active: true,
    config: { database: 'other.sqlite', max_records: 5_000 },
  }
  const added = fixture(() => call<{ resource: [{ id: number }] }>('POST', 'system/service', { resource: [service] }))
  let other: number
  beforeAll(() => {
    other = added.resource[0].id
  })
  const text = (name: string) => ({ name, type: 'string' })
  const key = { name: 'id', type: 'id' }
  const whole = (name: string) => ({ name, type: 'integer' })
  beforeAll(async () => {
    await call('POST', 'other/_schema', {
      resource: [
        { name: 'prize', field: [key, whole('writer'), text('name')] },
        { name: 'shown', field: [key, whole('book'), text('place')] },
        { name: 'place', field: [key, text('code')] },
      ],
    })
    await call('POST', 'other/_table/prize', {
      resource: [
        { writer: 1, name: 'gold' },
        { writer: 1, name: 'silver' },
        { writer: 3, name: 'O\'Neil "cup"' },
      ],
    })
    await call('POST', 'other/_table/shown', {
      resource: [
        { book: 1, place: 'x' },
        { book: 1, place: 'y' },
        { book: 1, place: 'x' },
        { book: 2, place: 'y' },
      ],
    })
    await call('POST', 'other/_table/place', { resource: [{ code: 'x' }, { code: 'y' }] })
  })
  const relation = (type: string, field: string, refTable: string, refField: string, more: object = {}) => ({
    resource: [
      { type, field, ref_service_id: other, ref_table: refTable, ref_field: refField, is_virtual: true, ...more },
    ],
  })
  beforeAll(() => call('POST', 'db/_schema/author/_related', relation('has_many', 'id', 'prize', 'writer')))
  const junction = {
    get junction_service_id() {
      return other
    },
    junction_table: 'shown',
    junction_field: 'book',
    junction_ref_field: 'place',
  }
  beforeAll(() => call('POST', 'db/_schema/book/_related', relation('many_many', 'id', 'place', 'code', junction)))
  const described = fixture(() =>
    call<{ related: { name: string; ref_service_id: number }[] }>('GET', 'db/_schema/author'),
  )
  let prizes: string
  beforeAll(() => {
    prizes = described.related.find(({ ref_service_id }) => ref_service_id === other)?.name ?? ''
  })
  const books = fixture(() => call<{ related: { name: string; ref_service_id: number }[] }>('GET', 'db/_schema/book'))
  let places: string
  beforeAll(() => {
    places = books.related.find(({ ref_service_id }) => ref_service_id === other)?.name ?? ''
  })

  it('embeds lists with one call for all records', async () => {
    const path = `db/_table/author?fields=id&related=${prizes}&${prizes}_fields=name&${prizes}_order=name desc`
    expect(await call('GET', path)).toEqual({
      resource: [
        { id: 1, [prizes]: [{ name: 'silver' }, { name: 'gold' }] },
        { id: 2, [prizes]: [] },
        { id: 3, [prizes]: [{ name: 'O\'Neil "cup"' }] },
        { id: 4, [prizes]: [] },
      ],
    })
  })

  it('embeds through a junction there, each record once', async () => {
    expect(await call('GET', `db/_table/book?fields=id&related=${places}&${places}_fields=code&limit=2`)).toEqual({
      resource: [
        { id: 1, [places]: [{ code: 'x' }, { code: 'y' }] },
        { id: 2, [places]: [{ code: 'y' }] },
      ],
    })
  })

  it('embeds more records than one response may have', async () => {
    const resource = Array.from({ length: 1_500 }, (_, position) => ({ writer: 4, name: `prize ${position}` }))
    await call('POST', 'other/_table/prize', { resource })
    const { [prizes]: found } = await call<Record<string, unknown[]>>('GET', `db/_table/author/4?related=${prizes}`)
    expect(found).toHaveLength(1_500)
  })

  it('uses the rights of the caller', async () => {
    const access = [{ service_id: tested.serviceId, component: '_table/*', verbs: ['GET'] as const }]
    const role = await make.role({ access })
    const app = await make.app()
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const named = await send('GET', `db/_table/author?related=${prizes}`, { as: user, key: app.api_key })
    expect(named).toMatchObject({ status: 403 })
    const all = await send('GET', 'db/_table/author/1?related=*&fields=id', { as: user, key: app.api_key })
    expect(all).toMatchObject({ status: 200, body: { id: 1, card_by_author_id: { no: 'A-1' } } })
    expect(all.body).not.toHaveProperty(prizes)
  })
})
