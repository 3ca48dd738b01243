import { beforeAll, describe, expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { exportedPackage, importedPackage } from '../../../testing/package-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'
import { sharedServiceOn } from '../../data/databases/suite/service-on.ts'

const head = { 'package.json': { version: '0.1', service: { db: { _schema: ['makers'], _table: ['makers'] } } } }
const makers = { name: 'makers', field: [{ name: 'id', type: 'id' }] }

describe('an import of records', () => {
  const instance = sharedInstance()
  const as = instance.root

  it.each<[string, unknown]>([
    ['that are no list', { name: 'makers', record: [] }],
    ['that are none', [{ name: 'makers', record: [1] }]],
    ['whose table has no name', [{ record: [{ id: 1 }] }]],
    ['whose list is none', [{ name: 'makers', record: { id: 1 } }]],
    ['that are cut off', '[{"name": "makers", "record": [{"id": 1}'],
    ['that are not JSON', '[{"name": "makers", "record": [{"id": 01}]}]'],
    ['of a table that is not in it', [{ name: 'others', record: [{ id: 1 }] }]],
  ])('is rejected %s', async (_, records) => {
    const archive = await zipOf({ ...head, 'db/_schema.json': [makers], 'db/_table.json': records as object })
    expect(await importedPackage(instance, archive)).toMatchObject({ status: 400 })
    expect((await instance.send('GET', 'db/_schema/makers', { as })).status).toBe(404)
  })

  it('is rejected as a whole if one of its tables is', async () => {
    const odd = { name: 'odd', field: [{ name: 'id', type: 'nonsense' }] }
    const announced = { version: '0.1', service: { db: { _schema: ['makers', 'odd'] } } }
    const archive = await zipOf({ 'package.json': announced, 'db/_schema.json': [makers, odd] })
    expect(await importedPackage(instance, archive)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('odd') } },
    })
    expect((await instance.send('GET', 'db/_schema/makers', { as })).status).toBe(404)
  })

  it('writes more than ten thousand of a type, summarizes them, and exports them again', async () => {
    const count = 10_500
    const names = Array.from({ length: count }, (_, at) => `key ${String(at).padStart(5, '0')}`)
    const archive = await zipOf({
      'package.json': { version: '0.1', service: { system: { custom: names } } },
      'system/custom.json': names.map((name) => ({ name, value: { of: name } })),
    })
    const { status, body } = await importedPackage(instance, archive)
    expect([status, body.log.notice.length]).toEqual([201, 1001])
    expect(body.log.notice.at(-1)).toBe('Created system/custom with name … and 9500 more')
    const noted = await instance.send('GET', 'system/audit?filter=resource=custom&count_only=true', { as })
    expect(noted.body).toBe(count)
    expect((await instance.send('GET', `system/custom/${names.at(-1)}`, { as })).body).toEqual({ of: names.at(-1) })

    const again = await exportedPackage(instance, { system: { custom: [{ filter: 'name like "key %"' }] } })
    const plan = await importedPackage<{ items: { name: string }[] }>(instance, again, {}, '?plan=true&overwrite=true')
    expect(plan.body.items).toHaveLength(5001)
    expect(plan.body.items.at(-1)).toMatchObject({ name: '… and 5500 more', action: 'leave' })
  })

  it('refuses to overwrite a table that would lose values, as the plan reports', async () => {
    const codes = (type: string) => ({
      name: 'codes',
      field: [
        { name: 'id', type: 'id' },
        { name: 'code', type },
      ],
    })
    await instance.send('POST', 'db/_schema', { as, body: { resource: [codes('string')] } })
    await instance.send('POST', 'db/_table/codes', { as, body: { resource: [{ code: '007' }] } })
    const announced = { version: '0.1', service: { db: { _schema: ['codes', 'new'] } } }
    const tables = [codes('integer'), { ...makers, name: 'new' }]
    const archive = await zipOf({ 'package.json': announced, 'db/_schema.json': tables })
    const losing = expect.stringContaining('db/codes cannot be overwritten')
    expect((await importedPackage(instance, archive, {}, '?plan=true&overwrite=true')).body).toMatchObject({
      items: [
        { name: 'codes', action: 'change', differences: [{ field: 'field.code.type', from: 'string', to: 'integer' }] },
        {},
      ],
      warnings: [losing],
    })
    expect(await importedPackage(instance, archive, {}, '?overwrite=true')).toMatchObject({
      status: 409,
      body: { error: { message: losing } },
    })
    const { body } = await instance.send('GET', 'db/_table/codes?fields=code', { as })
    expect(body).toEqual({ resource: [{ code: '007' }] })
    expect((await instance.send('GET', 'db/_schema/new', { as })).status).toBe(404)
  })

  it('accepts table names after their records, too', async () => {
    const archive = await zipOf({
      ...head,
      'db/_schema.json': [makers],
      'db/_table.json': [{ record: [{ id: 7 }], name: 'makers' }],
    })
    expect((await importedPackage(instance, archive)).status).toBe(201)
    expect((await instance.send('GET', 'db/_table/makers', { as })).body).toEqual({ resource: [{ id: 7 }] })
  })
})

forEachEngine('a table in a package', (on) => {
  const { instance } = sharedServiceOn(on, { max_records: 100 })
  const as = instance.root
  const count = 2500
  const items = {
    name: 'items',
    field: [
      { name: 'id', type: 'id' },
      { name: 'maker_id', type: 'reference', ref_table: 'makers', ref_field: 'id' },
      { name: 'label', type: 'string', length: 40 },
    ],
  }
  beforeAll(async () => {
    await instance.send('POST', 'db/_schema', { as, body: { resource: [makers, items] } })
    await instance.send('POST', 'db/_table/makers', { as, body: { resource: [{ id: 1 }] } })
  })
  const resource = Array.from({ length: count }, (_, at) => ({ maker_id: 1, label: `Näme "${at}"` }))
  beforeAll(() => instance.send('POST', 'db/_table/items?rollback=true', { as, body: { resource } }))
  const all = { db: { _schema: ['items', 'makers'], _table: ['items', 'makers'] } }

  it('includes all records of a table, after those that they refer to', async () => {
    const archive = await exportedPackage(instance, all)
    for (const name of ['items', 'makers']) await instance.send('DELETE', `db/_schema/${name}`, { as })
    const { status, body } = await importedPackage(instance, archive)
    expect([status, body.log.notice]).toEqual([
      201,
      expect.arrayContaining([`Created ${count} records in db/_table with name items`]),
    ])
    const last = await instance.send('GET', `db/_table/items?filter=label='Näme "${count - 1}"'&include_count=true`, {
      as,
    })
    expect(last.body).toMatchObject({ resource: [{ maker_id: 1 }], meta: { count: 1 } })
    expect((await instance.send('GET', 'db/_table/items?count_only=true', { as })).body).toBe(count)
  })

  it('drops tables with circular references again if their package fails', async () => {
    const reference = (to: string) => ({ name: `${to}_id`, type: 'reference', ref_table: to, ref_field: 'id' })
    const hen = { name: 'hen', field: [{ name: 'id', type: 'id' }, reference('egg')] }
    const egg = { name: 'egg', field: [{ name: 'id', type: 'id' }, reference('hen'), { name: 'n', type: 'integer' }] }
    const archive = await zipOf({
      'package.json': { version: '0.1', service: { db: { _schema: ['hen', 'egg'], _table: ['hen', 'egg'] } } },
      'db/_schema.json': [hen, egg],
      'db/_table.json': [
        { name: 'hen', record: [{ id: 1 }] },
        {
          name: 'egg',
          record: [
            { id: 1, hen_id: 1 },
            { id: 2, n: 'not a number' },
          ],
        },
      ],
    })
    expect((await importedPackage(instance, archive)).status).toBe(400)
    for (const name of ['hen', 'egg']) {
      expect((await instance.send('GET', `db/_schema/${name}`, { as })).status).toBe(404)
    }
  })

  it('restores a table if a package that changed it fails', async () => {
    const before = await instance.send('GET', 'db/_schema/items', { as })
    const [id, reference, label] = items.field
    const wider = { ...label, length: 80, label: 'Changed', is_unique: true, allow_null: false, picklist: 'a\nb' }
    const field = [id, reference, wider, { name: 'extra', type: 'integer', is_index: true }]
    const changed = { ...items, label: 'Changed', alias: 'wares', description: 'Changed', field }
    const archive = await zipOf({
      'package.json': { version: '0.1', service: { db: { _schema: ['items', 'makers'] } } },
      'db/_schema.json': [changed, { ...makers, field: [{ name: 'bad', type: 'nonsense' }] }],
    })
    const plan = await importedPackage(instance, archive, {}, '?plan=true&overwrite=true')
    const differences = expect.arrayContaining([
      { field: 'alias', from: null, to: 'wares' },
      { field: 'field.label.length', from: 40, to: 80 },
      { field: 'field.extra', from: null, to: 'integer' },
    ])
    expect(plan.body).toMatchObject({ items: [{ name: 'items', action: 'change', differences }, {}] })
    expect((await importedPackage(instance, archive, {}, '?overwrite=true')).status).toBe(400)
    expect((await instance.send('GET', 'db/_schema/items', { as })).body).toEqual(before.body)
    const same = await exportedPackage(instance, { db: { _schema: ['items', 'makers'] } })
    expect((await importedPackage(instance, same, {}, '?plan=true&overwrite=true')).body).toMatchObject({
      items: [
        { action: 'leave', differences: [] },
        { action: 'leave', differences: [] },
      ],
    })
    expect((await instance.send('GET', 'db/_table/items?count_only=true', { as })).body).toBe(count)
  })
})
