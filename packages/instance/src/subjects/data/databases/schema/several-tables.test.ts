import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { schemaCalls } from '../suite/schema-calls.ts'
import { sharedServiceOn } from '../suite/service-on.ts'

const id = { name: 'id', type: 'id' }

forEachEngine('tables of one request', (on) => {
  const service = sharedServiceOn(on)
  const { call } = schemaCalls(service)

  async function several(verb: 'POST' | 'PUT' | 'PATCH', ...tables: object[]) {
    return (await call(verb, '', { resource: tables })).body.resource
  }
  const refused = (name: string, code: number, message: string) => ({ name, error: { code, message } })

  test('see names and aliases taken by earlier ones', async () => {
    expect(
      await several(
        'POST',
        { name: 'plum', alias: 'fruit', field: [id] },
        { name: 'plum', field: [id] },
        { name: 'fruit', field: [id] },
        { name: 'pear', alias: 'Plum', field: [id] },
        { name: 'apple', alias: 'fruit', field: [id] },
      ),
    ).toEqual([
      { name: 'plum' },
      refused('plum', 400, "The table 'plum' already exists."),
      refused('fruit', 400, "The table 'plum' already exists."),
      refused('pear', 400, "The alias 'Plum' is the name of another table."),
      refused('apple', 400, "The alias 'fruit' is the name of another table."),
    ])
    expect(await several('PATCH', { name: 'plum', alias: null }, { name: 'plum', alias: 'stone' })).toEqual([
      { name: 'plum' },
      { name: 'plum' },
    ])
    expect(await several('POST', { name: 'fruit', alias: 'plums', field: [id] }, { name: 'nut', field: [id] })).toEqual(
      [{ name: 'fruit' }, { name: 'nut' }],
    )
  })

  test('refer to keys of earlier ones with their type', async () => {
    const code = { name: 'code', type: 'string', length: 12, is_primary_key: true }
    const reference = { name: 'land', type: 'reference', ref_table: 'land', allow_null: true }
    expect(await several('POST', { name: 'town', field: [id, reference] }, { name: 'land', field: [code] })).toEqual([
      { name: 'town' },
      { name: 'land' },
    ])
    expect((await call('GET', '/town/_field/land')).body).toMatchObject({ length: 12, ref_table: 'land' })
  })

  test('refer to each other in a circle, also to tables that were not created', async () => {
    const ring = (name: string, to: string) => ({
      name,
      field: [id, { name: 'next', type: 'reference', ref_table: to, ref_field: 'id', allow_null: true }],
    })
    const lost = refused('r4', 400, "The field 'next' refers to the table 'lost', which does not exist.")
    const made = await several('POST', ring('r1', 'r2'), ring('r2', 'r3'), ring('r3', 'r1'), ring('r4', 'lost'))
    expect(made).toEqual([{ name: 'r1' }, { name: 'r2' }, { name: 'r3' }, lost])
    const broken = { name: 'r6', field: [{ name: 'id', type: 'frobnicate;' }] }
    expect(await several('POST', ring('r5', 'r6'), broken)).toEqual([
      refused('r5', 400, "The field 'next' refers to the table 'r6', which does not exist."),
      refused('r6', 400, "The type 'frobnicate;' of field 'id' is unknown."),
    ])
    for (const [name, to] of [
      ['r1', 'r2'],
      ['r2', 'r3'],
      ['r3', 'r1'],
    ]) {
      expect((await call('GET', `/${name}/_field/next`)).body).toMatchObject({ ref_table: to, ref_field: 'id' })
    }
    await several('POST', { name: 'guest', field: [id, { name: 'r', type: 'reference', ref_table: 'r2' }] })
    const ids = '?ids=r1,r2,r3'
    expect((await call('DELETE', `${ids}&preview=true`)).status).toBe(409)
    expect((await call('DELETE', ids)).body.resource).toContainEqual(
      refused('r2', 409, expect.stringContaining('guest.r')),
    )
    expect((await call('GET', '/r3/_field/next')).body).toMatchObject({ ref_table: 'r1' })
    await call('DELETE', '/guest')
    const { statements } = (await call('DELETE', `${ids}&preview=true`)).body
    expect(statements.filter(({ sql }) => sql.startsWith('DROP TABLE'))).not.toEqual([])
    expect((await call('DELETE', ids)).body).toEqual({ resource: [{ name: 'r1' }, { name: 'r2' }, { name: 'r3' }] })
    expect((await call('GET', '?refresh=true&as_list=true')).body.resource).not.toContain('r2')
  })

  test('refer to fields added to earlier ones', async () => {
    await several('POST', { name: 'wall', field: [id] }, { name: 'door', field: [id] })
    const number = { name: 'number', type: 'integer', is_unique: true, allow_null: true }
    const reference = { name: 'wall', type: 'reference', ref_table: 'wall', ref_field: 'number', allow_null: true }
    expect(await several('PATCH', { name: 'door', field: [reference] }, { name: 'wall', field: [number] })).toEqual([
      { name: 'door' },
      { name: 'wall' },
    ])
    expect((await call('GET', '/wall/_related')).body.resource).toMatchObject([{ name: 'door_by_wall' }])
  })

  test('are dropped together with those that refer to them', async () => {
    const up = { name: 'up', type: 'reference', ref_table: 'trunk', allow_null: true }
    await several('POST', { name: 'trunk', field: [id] }, { name: 'branch', field: [id, up] })
    expect((await call('DELETE', '?ids=trunk,branch&preview=true')).body.statements).toMatchObject([
      { sql: expect.stringContaining('branch') },
      { sql: expect.stringContaining('trunk') },
    ])
    expect((await call('DELETE', '?ids=trunk,branch')).body).toEqual({
      resource: [{ name: 'trunk' }, { name: 'branch' }],
    })
    expect((await call('GET', '?ids=trunk')).status).toBe(404)
  })
})
