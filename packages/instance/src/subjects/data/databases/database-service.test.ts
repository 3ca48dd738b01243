import { beforeAll, expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { sharedServiceOn } from './suite/service-on.ts'

forEachEngine('a database service', (on) => {
  const tested = sharedServiceOn(on)
  const { instance, database } = tested
  const { root, send, make } = instance
  const { dialect } = on.engine
  beforeAll(async () => {
    await database.run({ sql: `CREATE TABLE ${dialect.quote('contact')} (id int NOT NULL PRIMARY KEY)`, values: [] })
    await database.run({ sql: `CREATE TABLE ${dialect.quote('visit')} (id int NOT NULL PRIMARY KEY)`, values: [] })
  })
  const parts = on.name === 'SQLite' ? ['_schema', '_table'] : ['_schema', '_table', '_proc', '_func']

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('rejects %s at its root', async (verb) => {
    expect(await send(verb, 'db', { as: root, body: {} })).toMatchObject({ status: 400 })
  })

  it('does not find unknown resources', async () => {
    expect(await send('GET', 'db/contact', { as: root })).toMatchObject({ status: 404 })
  })

  it('lists its resources', async () => {
    expect((await send('GET', 'db', { as: root })).body).toEqual({ resource: parts.map((name) => ({ name })) })
    expect((await send('GET', 'db?as_list=true', { as: root })).body).toEqual({ resource: parts })
  })

  it('lists the components for access rules', async () => {
    const { body } = await send<{ resource: string[] }>('GET', 'db?as_access_list=true', { as: root })
    expect(body.resource.slice(0, 10)).toEqual([
      '',
      '*',
      '_schema/',
      '_schema/*',
      '_schema/contact/',
      '_schema/contact/*',
      '_schema/visit/',
      '_schema/visit/*',
      '_table/',
      '_table/*',
    ])
  })

  it('lists only what the caller may use', async () => {
    const access = [
      { service_id: tested.serviceId, component: '', verbs: ['GET'] as const },
      { service_id: tested.serviceId, component: '_table/contact/*', verbs: ['GET'] as const },
      { service_id: tested.serviceId, component: '_schema/*', verbs: ['PATCH'] as const },
    ]
    const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
    const asked = async (path: string) => (await send('GET', path, { key })).body
    expect(await asked('db?fields=*&include_access=true')).toEqual({
      resource: [{ name: '_schema', label: 'Schema Table', access: ['PATCH'] }],
    })
    expect(await asked('db?as_access_list=true')).toEqual({
      resource: [
        '',
        '*',
        '_schema/',
        '_schema/*',
        '_schema/contact/',
        '_schema/contact/*',
        '_schema/visit/',
        '_schema/visit/*',
        '_table/contact/',
        '_table/contact/*',
      ],
    })
  })

  it('finds tables created outside of it after a refresh', async () => {
    const before = await send<{ resource: string[] }>('GET', 'db?as_access_list=true', { as: root })
    expect(before.body.resource).not.toContain('_table/later/')
    await database.run({ sql: `CREATE TABLE ${dialect.quote('later')} (id int NOT NULL PRIMARY KEY)`, values: [] })
    const after = await send<{ resource: string[] }>('GET', 'db?as_access_list=true&refresh=true', { as: root })
    expect(after.body.resource).toEqual(expect.arrayContaining(['_schema/later/', '_table/later/', '_table/later/*']))
  })
})
