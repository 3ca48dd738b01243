import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'
import { mariadb, postgres, sqlite } from '../../testing/databases/test-engines.ts'

forEachEngine(
  'names that differ in case only',
  (on) => {
    async function opened() {
      const service = await serviceOn(on)
      const place = { database: service.database, engine: on.engine }
      await execute(place, 'CREATE TABLE [t] ([id] integer PRIMARY KEY, [name] text, [Name] text, [Other] text)')
      await execute(place, "INSERT INTO [t] VALUES (1, 'a', 'B', 'x'), (2, 'B', 'a', 'y')")
      await execute(place, 'CREATE TABLE [T] ([id] integer PRIMARY KEY, [v] text)')
      await execute(place, "INSERT INTO [T] VALUES (1, 'upper')")
      return { ...tableCalls(service.instance), service }
    }

    it('name the column that is written exactly so, and are rejected if none is', async () => {
      const { call, list, refusal } = await opened()
      const both = "'NAME' could be each of the fields 'name' and 'Name': write one of them exactly."
      expect(await refusal('GET', `t?filter=${encodeURIComponent('NAME = "a"')}`)).toBe(`400 ${both}`)
      expect(await refusal('GET', 't?fields=NAME')).toBe(`400 ${both}`)
      expect(await refusal('GET', 't?order=NAME')).toBe(`400 ${both}`)
      expect(await refusal('GET', 't?fields=MAX(NAME)')).toBe(`400 ${both}`)
      expect(await refusal('PATCH', 't/1', { NAME: 'z' })).toBe(`400 ${both}`)
      expect(await list('t?fields=id&filter=name="a"')).toEqual([{ id: 1 }])
      expect(await list('t?fields=id&filter=Name="a"')).toEqual([{ id: 2 }])
      expect(await list('t?fields=Name,name&order=Name desc')).toEqual([
        { Name: 'a', name: 'B' },
        { Name: 'B', name: 'a' },
      ])
      expect(await list('t?fields=OTHER&filter=other="x"')).toEqual([{ Other: 'x' }])
      await call('PATCH', `t?filter=${encodeURIComponent('Name = "B"')}`, { name: 'changed' })
      await call('PATCH', 't/2', { Name: 'also' })
      expect(await list('t?fields=*&order=id')).toEqual([
        { id: 1, name: 'changed', Name: 'B', Other: 'x' },
        { id: 2, name: 'B', Name: 'also', Other: 'y' },
      ])
    })

    it('name the table that is written exactly so', async () => {
      const { list, service } = await opened()
      expect(await list('T')).toEqual([{ id: 1, v: 'upper' }])
      expect(await list('t?fields=id')).toEqual([{ id: 1 }, { id: 2 }])
      const { instance } = service
      const described = async (path: string) =>
        (await instance.send('GET', `db/_schema/${path}`, { as: instance.root })).body
      expect(await described('t/_field/Name')).toMatchObject({ name: 'Name' })
      expect(await described('t/_field/NAME')).toMatchObject({ error: { code: 400 } })
    })

    it('deny access if the row filter of a role fits several', async () => {
      const { service } = await opened()
      const { send, make, root: as } = service.instance
      const reader = async (name: string) => {
        const filters = [{ name, operator: '=', value: 'a' }]
        const rule = {
          service_id: service.serviceId,
          component: '_table/t/*',
          verb_mask: 1,
          requestor_mask: 1,
          filters,
        }
        const role = { name: `reader ${name}`, is_active: true, role_service_access_by_role_id: [rule] }
        const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
          as,
          body: { resource: [role] },
        })
        const app = await make.app({ role_id: made.body.resource[0].id })
        return (await send('GET', 'db/_table/t?fields=id', { key: app.api_key })).body
      }
      expect(await reader('Name')).toEqual({ resource: [{ id: 2 }] })
      expect(await reader('name')).toEqual({ resource: [{ id: 1 }] })
      expect(await reader('NAME')).toMatchObject({ error: { code: 403 } })
    })
  },
  [postgres],
)

forEachEngine(
  'columns with names of JavaScript',
  (on) => {
    it('are written and read like others', async () => {
      const { instance, database } = await serviceOn(on)
      const { call, list } = tableCalls(instance)
      const place = { database, engine: on.engine }
      await execute(
        place,
        'CREATE TABLE [j] ([constructor] integer PRIMARY KEY, [toString] varchar(9), [hasOwnProperty] varchar(9))',
      )
      const record = { constructor: 1, toString: 'a', hasOwnProperty: 'b' }
      expect((await call('POST', 'j', { resource: [record] })).status).toBe(200)
      expect(await list('j')).toEqual([record])
      expect((await call('PATCH', 'j/1', { toString: 'c' })).status).toBe(200)
      expect((await call('PATCH', 'j', { resource: [{ constructor: 1, hasOwnProperty: 'd' }] })).status).toBe(200)
      expect(await list('j?filter=toString="c"')).toEqual([{ constructor: 1, toString: 'c', hasOwnProperty: 'd' }])
      expect((await call('DELETE', 'j', { resource: [{ constructor: 1 }] })).status).toBe(200)
      expect(await list('j')).toEqual([])
    })
  },
  [sqlite, postgres, mariadb],
)
