import { beforeAll, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'

forEachEngine('writing declared fields', (on) => {
  const tested = sharedServiceOn(on, { allow_upsert: true })
  const { instance, database } = tested
  const { parts, make, send, root } = instance
  const { call, list, batch, refusal, clear } = tableCalls(instance)
  const moment = on.type === 'mysql' || on.type === 'mariadb' ? 'timestamp NULL' : 'timestamp'
  beforeAll(() =>
    execute(
      { database, engine: on.engine },
      `CREATE TABLE [item] ([code] varchar(20) NOT NULL PRIMARY KEY, [made] ${moment}, [changed] ${moment}, [maker] integer, [changer] integer, [colour] varchar(20), [mail] varchar(60), [secret] varchar(20) DEFAULT 'kept', [once] integer, [upper] varchar(20))`,
    ),
  )
  const said = {
    made: { type: 'timestamp_on_create' },
    changed: { type: 'timestamp_on_update' },
    maker: { type: 'user_id_on_create' },
    changer: { type: 'user_id_on_update' },
    colour: { alias: 'hue', picklist: '["red","blue"]', validation: '{"picklist":{}}' },
    mail: { validation: '{"email":{"on_fail":"ignore_field"}}' },
    secret: { validation: '{"api_read_only":{}}' },
    once: { validation: '{"create_only":{}}' },
    upper: {
      db_function: '[{"use":["INSERT"],"function":"upper({value})"},{"use":["UPDATE"],"function":"lower({value})"}]',
    },
    much: { is_virtual: 1, db_function: '[{"use":["SELECT"],"function":"1 + 1","approved":true}]', type: 'integer' },
  }
  const none = {
    alias: null,
    label: null,
    description: null,
    type: null,
    picklist: null,
    validation: null,
    client_info: null,
    db_function: null,
  }
  const rows = () =>
    Object.entries(said).map(([field_name, more]) => ({
      ...none,
      is_virtual: 0,
      is_aggregate: 0,
      service_id: tested.serviceId,
      table_name: 'item',
      field_name,
      ...more,
    }))
  beforeAll(async () => {
    await parts.store.db.insertInto('db_field_extras').values(rows()).execute()
    await send('GET', 'db/_schema?refresh=true', { as: root })
  })
  const item = async (code: string) => (await call('GET', `item/${code}`)).body

  it('rejects values that violate their rules', async () => {
    expect((await batch('POST', 'item', { code: 'a', hue: 'pink' })).rows).toMatchObject([
      { code: 400, context: { hue: [expect.stringContaining('red, blue')] } },
    ])
    await call('POST', 'item', { code: 'a', once: 1 })
    expect(await refusal('PATCH', 'item/a', { once: 2 })).toMatch(/^400 .*'once'/)
    await clear('item')
  })

  it('finds fields by their aliases, drops fields that clients cannot write, and applies functions', async () => {
    await call('POST', 'item', {
      code: 'a',
      HUE: 'red',
      colour: 'blue',
      mail: 'nobody',
      secret: 'mine',
      upper: "it's",
      much: 5,
    })
    expect(await item('a')).toMatchObject({ hue: 'red', mail: null, secret: 'kept', upper: "IT'S", much: 2 })
    await call('PATCH', 'item', [{ code: 'a', upper: 'ABC', mail: 'ann@home.org' }])
    expect(await item('a')).toMatchObject({ upper: 'abc', mail: 'ann@home.org' })
    await clear('item')
  })

  it('fills in users and dates, whatever was sent', async () => {
    const ann = await make.admin()
    const asAnn = tableCalls(instance, { as: ann })
    const sent = { made: '1999-01-01', changed: '1999-01-01', maker: 99, changer: 99 }
    await asAnn.call('POST', 'item', { code: 'a', ...sent })
    const made = await item('a')
    expect(made).toMatchObject({
      maker: ann.id,
      changer: ann.id,
      made: expect.stringMatching(/^20/),
      changed: expect.stringMatching(/^20/),
    })
    await call('PATCH', 'item/a', { ...sent, hue: 'blue' })
    expect(await item('a')).toMatchObject({ made: made.made, maker: ann.id, changer: root.id, hue: 'blue' })
    await clear('item')
  })

  it('substitutes lookup keys and a few constants in values, and no other SQL', async () => {
    await call('POST', 'item', { code: 'a', mail: '{user.email}', upper: '{nothing}', once: { expression: ' null ' } })
    expect(await item('a')).toMatchObject({ mail: root.email, upper: '{NOTHING}', once: null })
    const odd = await batch('POST', 'item', { code: 'b', once: { expression: '(select max(id) from user)' } })
    expect(odd.rows).toMatchObject([{ context: { once: [expect.stringContaining('CURRENT_TIMESTAMP')] } }])
    await clear('item')
  })

  it('creates records that an update does not find, if the service allows it', async () => {
    expect((await call('PUT', 'item/new', { hue: 'red' })).body).toEqual({ code: 'new' })
    expect(
      (
        await call('PATCH', 'item', [
          { code: 'new', hue: 'blue' },
          { code: 'newer', hue: 'red' },
        ])
      ).body.resource,
    ).toEqual([{ code: 'new' }, { code: 'newer' }])
    expect(await list('item?fields=code,hue&order=code')).toEqual([
      { code: 'new', hue: 'blue' },
      { code: 'newer', hue: 'red' },
    ])
    expect(
      (await batch('PATCH', 'item?rollback=true', [{ code: 'newest' }, { code: 'x', hue: 'pink' }])).failed,
    ).toEqual([1])
    expect(await list('item?fields=code&order=code')).toEqual([{ code: 'new' }, { code: 'newer' }])
    await clear('item')
  })
})
