import { expect, it } from 'vitest'
import { forEachEngine } from './suite/for-each-engine.ts'
import { sharedServiceOn } from './suite/service-on.ts'

forEachEngine('a database service', async (on) => {
  const { instance, database } = await sharedServiceOn(on)
  const { root, send } = instance
  const { dialect } = on.engine
  await database.run({ sql: `CREATE TABLE ${dialect.quote('contact')} (id int NOT NULL PRIMARY KEY)`, values: [] })
  await database.run({ sql: `CREATE TABLE ${dialect.quote('visit')} (id int NOT NULL PRIMARY KEY)`, values: [] })
  const parts = on.name === 'SQLite' ? ['_schema', '_table'] : ['_schema', '_table', '_proc', '_func']

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s at its root', async (verb) => {
    expect(await send(verb, 'db', { as: root, body: {} })).toMatchObject({ status: 400 })
  })

  it('does not know other parts than its own', async () => {
    expect(await send('GET', 'db/contact', { as: root })).toMatchObject({ status: 404 })
  })

  it('lists its parts', async () => {
    expect((await send('GET', 'db', { as: root })).body).toEqual({ resource: parts.map((name) => ({ name })) })
    expect((await send('GET', 'db?as_list=true', { as: root })).body).toEqual({ resource: parts })
  })

  it('lists what access rules can name', async () => {
    const { body } = await send<{ resource: string[] }>('GET', 'db?as_access_list=true', { as: root })
    expect(body.resource.slice(0, 10)).toEqual([
      '',
      '*',
      ...['_schema/', '_schema/*', '_schema/contact/', '_schema/contact/*', '_schema/visit/', '_schema/visit/*'],
      ...['_table/', '_table/*'],
    ])
  })
})
