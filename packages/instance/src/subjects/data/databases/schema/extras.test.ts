import { describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { sqlite } from '../../../../testing/databases/test-engines.ts'
import { schemaCalls } from '../suite/schema-calls.ts'
import { sharedServiceOn } from '../suite/service-on.ts'

const id = { name: 'id', type: 'id' }
const reference = (name: string, ref_table: string) => ({ name, type: 'reference', ref_table, allow_null: true })
const total = {
  name: 'total',
  type: 'integer',
  is_virtual: true,
  db_function: [{ use: ['SELECT'], function: 'id * 2' }],
}

forEachEngine(
  'metadata of tables',
  (on) => {
    const service = sharedServiceOn(on)
    const { instance } = service
    const { call, done, refused, table } = schemaCalls(service)
    const make = async () => {
      await done('POST', '', {
        resource: [
          { name: 'contact', field: [id, { name: 'name', type: 'string' }] },
          { name: 'contact_group', field: [id] },
          {
            name: 'membership',
            field: [id, reference('contact_id', 'contact'), reference('group_id', 'contact_group')],
          },
          { name: 'card', field: [id, { ...reference('contact_id', 'contact'), is_unique: true }] },
        ],
      })
      return () => done('DELETE', '?ids=membership,card,contact_group,contact')
    }
    const named = async (name: string) => (await table(name)).related.map((each) => `${each.type} ${each.name}`)
    const virtual = { type: 'belongs_to', is_virtual: true, field: 'name', ref_table: 'contact_group', ref_field: 'id' }

    test('is rejected if invalid', async () => {
      const drop = await make()
      const field = (more: object) => refused('PATCH', '/contact/_field', { name: 'name', ...more })
      expect(await field({ alias: 'ID' })).toBe("400 Two fields would be named 'ID'.")
      expect(await field({ is_virtual: true, db_function: total.db_function })).toMatch(/^400 .*cannot become virtual/)
      expect(await field({ validation: 'no JSON' })).toBe("400 Field 'name': 'validation' is not valid JSON.")
      expect(await field({ db_function: [{ use: ['EVERYWHERE'], function: 'x' }] })).toMatch(/^400 .*'use'/)
      expect(await field({ db_function: [{ use: ['SELECT'], function: 'x) FROM y; --' }] })).toMatch(
        /^400 .*is not accepted as SQL/,
      )
      expect(await refused('POST', '/contact/_field', { ...total, db_function: [] })).toMatch(
        /^400 .*needs a 'db_function'/,
      )
      expect(await refused('PATCH', '/contact', { alias: 'card' })).toBe(
        "400 The alias 'card' is the name of another table.",
      )
      expect(await refused('PATCH', '/contact', { name_field: 'nope' })).toMatch(/^400 'name_field'/)
      const relation = (more: object) => refused('POST', '/contact/_related', { ...virtual, ...more })
      expect(await relation({ type: 'friend' })).toMatch(/^400 .*'type' must be one of belongs_to/)
      expect(await relation({ alias: 'NAME' })).toBe(
        "400 The alias 'NAME' of a relation is already the name of a field.",
      )
      expect(await relation({ field: 'nope' })).toBe("400 The table 'contact' has no field 'nope'.")
      expect(await relation({ ref_table: 'nope' })).toBe("400 The table 'nope' does not exist.")
      expect(await relation({ ref_field: 'nope' })).toBe("400 The table 'contact_group' has no field 'nope'.")
      expect(await relation({ ref_service_id: 9999 })).toBe('400 There is no service with the identifier 9999.')
      expect(await relation({ type: 'many_many' })).toMatch(/^400 .*'junction_table' is needed/)
      await drop()
    })

    test('derives relations from constraints, in both directions and through junctions', async () => {
      const drop = await make()
      expect(await named('contact')).toEqual([
        'has_one card_by_contact_id',
        'has_many membership_by_contact_id',
        'many_many contact_group_by_membership',
      ])
      expect((await table('contact')).related[2]).toMatchObject({
        label: 'Contact Group By Membership',
        field: 'id',
        ref_service_id: service.serviceId,
        ref_table: 'contact_group',
        ref_field: 'id',
        junction_service_id: service.serviceId,
        junction_table: 'membership',
        junction_field: 'contact_id',
        junction_ref_field: 'group_id',
        is_virtual: false,
      })
      expect(await named('membership')).toEqual([
        'belongs_to contact_by_contact_id',
        'belongs_to contact_group_by_group_id',
      ])
      await drop()
    })

    test('is stored outside of the database, and deleted with what it describes', async () => {
      const drop = await make()
      await done('PATCH', '/contact', { alias: 'person', label: 'Person', name_field: 'name', description: 'Somebody' })
      await done('PATCH', '/contact/_field', {
        resource: [
          {
            name: 'name',
            label: 'Full name',
            alias: 'called',
            picklist: 'a, b',
            validation: { not_empty: { on_fail: 'No.' } },
          },
          total,
        ],
      })
      await done('POST', '/contact/_related', { ...virtual, alias: 'best' })
      await done('PATCH', '/contact/_related/card_by_contact_id', { always_fetch: true, label: 'Card' })

      const described = await table('PERSON')
      expect(described).toMatchObject({
        name: 'contact',
        alias: 'person',
        label: 'Person',
        plural: 'People',
        name_field: 'name',
        access: 31,
      })
      expect(described.field.slice(1)).toMatchObject([
        {
          name: 'name',
          label: 'Full name',
          alias: 'called',
          picklist: ['a', 'b'],
          validation: { not_empty: { on_fail: 'No.' } },
        },
        {
          name: 'total',
          type: 'integer',
          is_virtual: true,
          db_type: null,
          db_function: [{ use: ['SELECT'], function: 'id * 2', function_type: 'database' }],
        },
      ])
      expect(described.related).toMatchObject([
        { name: 'card_by_contact_id', always_fetch: true, label: 'Card' },
        {},
        {},
        { name: 'contact_group_by_name', alias: 'best', is_virtual: true, ref_table: 'contact_group' },
      ])
      await done('PATCH', '/contact/_related/contact_group_by_name', { ...virtual, field: 'id' })
      expect((await named('contact')).slice(3)).toEqual(['belongs_to contact_group_by_id'])
      expect((await done('PATCH', '/contact', described)).resource).toBeUndefined()

      await done('DELETE', '/contact/_related?ids=contact_group_by_id,card_by_contact_id')
      expect((await table('contact')).related[0]).toMatchObject({ always_fetch: false, label: 'Card By Contact Id' })
      await done('DELETE', '/contact/_field?ids=name,total')
      await drop()
      const again = await make()
      expect(await table('contact')).toMatchObject({
        alias: null,
        label: 'Contact',
        plural: 'Contacts',
        name_field: null,
      })
      expect((await table('contact')).field[1]).toMatchObject({
        label: 'Name',
        alias: null,
        picklist: null,
        validation: null,
      })
      await again()
      for (const kept of ['db_table_extras', 'db_field_extras', 'db_relation_extras', 'db_virtual_relation'] as const) {
        expect(await instance.parts.store.db.selectFrom(kept).selectAll().execute()).toEqual([])
      }
    })

    describe('is read', () => {
      test('only by callers with access, and only as far as their access reaches', async () => {
        const drop = await make()
        const access = [
          { service_id: service.serviceId, component: '_schema/contact/*', verbs: ['GET', 'PATCH'] },
        ] as const
        const role = await instance.make.role({
          access: [...access, { service_id: service.serviceId, component: '_schema/', verbs: ['GET', 'POST'] }],
        })
        const { id: app_id, api_key: key } = await instance.make.app()
        const as = await instance.make.user({ roles: [{ app_id, role_id: role.id }] })
        const send = (verb: 'GET' | 'POST', path: string, body?: unknown) =>
          instance.send(verb, `db/_schema${path}`, { as, key, body })
        expect((await send('GET', '?fields=name,access')).body).toEqual({
          resource: [{ name: 'contact', access: ['GET', 'PATCH'] }],
        })
        expect((await send('GET', '/contact')).body).toMatchObject({ access: 9 })
        for (const [verb, path, body] of [
          ['GET', '/card', undefined],
          ['GET', '?ids=contact,card', undefined],
          ['POST', '', { name: 'new', field: [id] }],
        ] as const) {
          expect((await send(verb, path, body)).status).toBe(403)
        }
        await drop()
      })

      test('again from the database on request, and quickly for 300 tables', async () => {
        const create = Array.from(
          { length: 300 },
          (_, n) => `CREATE TABLE t${n} (id integer PRIMARY KEY, up integer REFERENCES t${n === 0 ? 0 : n - 1} (id))`,
        )
        expect(await done('GET', '')).toEqual({ resource: [] })
        for (const sql of create) await service.database.run({ sql, values: [] })
        expect((await call('GET', '/t299')).status).toBe(404)
        expect((await done('GET', '?refresh=true&as_list=true')).resource).toHaveLength(300)
        expect((await done('GET', '?fields=name,label')).resource[0]).toEqual({ name: 't0', label: 'T0' })
        expect((await done('GET', '?ids=t1,t2')).resource.map(({ related }) => related.length)).toEqual([2, 2])
        await service.database.run({ sql: 'ALTER TABLE t1 ADD COLUMN more text', values: [] })
        expect((await done('GET', '/t1')).field).toHaveLength(2)
        expect((await done('GET', '/t1?refresh=true')).field).toHaveLength(3)
        expect((await done('GET', '/t1/more')).type).toBe('text')
      })
    })
  },
  [sqlite],
)
