import { expect, it } from 'vitest'
import { mysqlEngine } from '../../engines/mysql/mysql-engine.ts'
import { noLookups } from '../../platform/lookup-substitution.ts'
import { fieldOf, tableOf } from '../../subjects/data/databases/suite/described.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { PermittedTable } from '../permitted-table.ts'
import { compileRead } from './plan-read.ts'

const count = 3_000

forEachEngine('far pages', (on) => {
  const { instance } = sharedServiceOn(on)
  const as = instance.root
  const field = [
    { name: 'id', type: 'id' },
    { name: 'place', type: 'integer' },
  ]

  it('follow the requested order and continue where earlier pages end', async () => {
    await instance.send('POST', 'db/_schema', { as, body: { resource: [{ name: 'far', field }] } })
    // An order unrelated to that of the key.
    const resource = Array.from({ length: count }, (_, at) => ({ place: (at * 1_201) % count }))
    expect((await instance.send('POST', 'db/_table/far', { as, body: { resource } })).status).toBe(200)
    for (const [order, first, step] of [
      ['place', 2_000, 1],
      ['place DESC', 999, -1],
    ] as const) {
      const query = `fields=place&order=${encodeURIComponent(order)}&offset=2000&limit=1000`
      const { body } = await instance.send<{ resource: unknown }>('GET', `db/_table/far?${query}`, { as })
      expect(body.resource).toEqual(Array.from({ length: 1_000 }, (_, at) => ({ place: first + at * step })))
    }
  })
})

it('far pages on MySQL and MariaDB sort keys first and then their records, where that is cheaper than sorting all records', async () => {
  const id = fieldOf('id', { type: 'id', dbType: 'int', isPrimaryKey: true, allowNull: false })
  const table = tableOf('far', [id, fieldOf('place', { type: 'integer', dbType: 'int' })])
  const permitted = await PermittedTable.authorize({ permit: () => null }, 'GET', table)
  const asked = { fields: 'place', order: 'place', group: undefined, filter: 'place > 5', params: {} }
  const plan = compileRead(mysqlEngine, permitted, { ...asked, lookups: noLookups, needed: [], added: [] })
  const records = 'SELECT `place` AS `place` FROM `far`'
  const condition = '(`place` > ?)'
  const order = '`far`.`place`, `far`.`id`'
  const at = (limit: number, offset: number) => plan.list({ limit, offset })

  const keys = `SELECT \`far\`.\`id\` AS \`millwright key 0\` FROM \`far\` WHERE ${condition} ORDER BY ${order}`
  expect(at(1_000, 2_000)).toMatchObject({
    sql: `${records} JOIN (${keys} LIMIT 1000 OFFSET ?) \`millwright page\` ON \`far\`.\`id\` = \`millwright key 0\` ORDER BY ${order}`,
    values: [5, 2_000],
  })
  for (const [limit, offset] of [
    [1_000, 1_999],
    [2_001, 2_000],
  ] as const) {
    const sql = `${records} WHERE ${condition} ORDER BY ${order} LIMIT ${limit} OFFSET ?`
    expect(at(limit, offset)).toMatchObject({ sql, values: [5, offset] })
  }
})
