import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'

forEachEngine('a column named __proto__', (on) => {
  async function opened(...columns: readonly string[]) {
    const service = await serviceOn(on)
    const place = { database: service.database, engine: on.engine }
    await execute(
      place,
      `CREATE TABLE [t] ([id] integer PRIMARY KEY, ${columns.map((name) => `[${name}] varchar(20)`).join(', ')})`,
    )
    await execute(place, "INSERT INTO [t] ([id], [__proto__]) VALUES (1, 'a'), (2, 'b')")
    const { send, root: as } = service.instance
    const fields = async () =>
      (await send<{ field: { name: string; alias: string | null }[] }>('GET', 'db/_schema/t', { as })).body.field
    return { ...tableCalls(service.instance), instance: service.instance, place, fields }
  }

  it('is read, written, filtered and sorted by its alias', async () => {
    const { call, list, refusal } = await opened('__proto__', 'constructor')
    expect(await refusal('GET', `t?filter=${encodeURIComponent('__proto__ = "b"')}`)).toContain(
      "400 The filter names a field '__proto__'",
    )
    expect(await list('t?order=_proto_ desc')).toEqual([
      { id: 2, _proto_: 'b', constructor: null },
      { id: 1, _proto_: 'a', constructor: null },
    ])
    const made = { id: 3, _proto_: 'c', constructor: 'x' }
    expect(await call('POST', 't?fields=*', { resource: [made] })).toMatchObject({ body: { resource: [made] } })
    expect((await call('PATCH', 't/1', { _proto_: 'd' })).status).toBe(200)
    expect(await call('PATCH', `t?filter=${encodeURIComponent('_proto_ = "b"')}`, { _proto_: 'e' })).toMatchObject({
      status: 200,
    })
    expect(await list('t?fields=_proto_&order=id')).toEqual([{ _proto_: 'd' }, { _proto_: 'e' }, { _proto_: 'c' }])
    expect(await list(`t?filter=${encodeURIComponent('_proto_ in ("d", "c")')}&fields=id`)).toEqual([
      { id: 1 },
      { id: 3 },
    ])
    expect(await list('t?fields=MAX(_proto_)')).toEqual([{ MAX__proto_: 'e' }])
    expect(await list('t?id_field=_proto_&ids=e&fields=id')).toMatchObject([{ id: 2 }])
  })

  it('has the alias in its description, and another one if somebody chooses it', async () => {
    const { list, fields, instance } = await opened('__proto__')
    const { send, root: as } = instance
    expect(await fields()).toMatchObject([{ name: 'id' }, { name: '__proto__', alias: '_proto_' }])
    const documented = await send('GET', 'api_docs/db', { as })
    expect(JSON.stringify(documented.body)).toContain('"_proto_"')
    expect(JSON.stringify(documented.body)).not.toContain('"__proto__"')
    const whole = await send('GET', 'db/_schema/t', { as })
    expect(await send('PUT', 'db/_schema/t', { as, body: whole.body })).toMatchObject({ status: 200 })
    const chosen = { name: '__proto__', alias: 'origin' }
    expect(await send('PATCH', 'db/_schema/t/_field', { as, body: chosen })).toMatchObject({ status: 200 })
    expect(await list('t?fields=origin')).toEqual([{ origin: 'a' }, { origin: 'b' }])
  })

  it('leaves the alias to a column of that name', async () => {
    const { list } = await opened('__proto__', '_proto_', '_PROTO__')
    expect(await list('t?fields=_proto___,_proto_&limit=1')).toEqual([{ _proto___: 'a', _proto_: null }])
  })

  it('is the key of its table', async () => {
    const { instance, place } = await opened('__proto__')
    await execute(place, 'CREATE TABLE [k] ([__proto__] varchar(20) PRIMARY KEY, [n] integer)')
    const { call, list } = tableCalls(instance)
    expect(await call('POST', 'k', { resource: [{ _proto_: 'x', n: 1 }] })).toMatchObject({
      body: { resource: [{ _proto_: 'x' }] },
    })
    expect((await call('PATCH', 'k/x', { n: 2 })).status).toBe(200)
    expect(await list('k')).toEqual([{ _proto_: 'x', n: 2 }])
    expect((await call('DELETE', 'k/x')).status).toBe(200)
    expect(await list('k')).toEqual([])
  })
})
