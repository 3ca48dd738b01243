import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { beforeAll, beforeEach, expect } from 'vitest'

const id = { name: 'id', type: 'id' }
const tables = [
  {
    name: 'maker',
    label: 'Maker',
    field: [id, { name: 'name', type: 'string', length: 40 }],
  },
  {
    name: 'part',
    label: 'Part',
    field: [
      id,
      { name: 'name', type: 'string', length: 12 },
      { name: 'stock', type: 'integer', allow_null: true },
      { name: 'serial', type: 'bigint', allow_null: true, is_unique: true },
      { name: 'listed', type: 'boolean', allow_null: true },
      { name: 'note', type: 'text', allow_null: true },
      { name: 'maker_id', type: 'reference', ref_table: 'maker', ref_field: 'id', allow_null: true },
    ],
  },
  {
    name: 'shop',
    label: 'Shop',
    field: [id, { name: 'name', type: 'string', length: 40 }],
  },
  {
    name: 'offer',
    label: 'Offer',
    field: [
      id,
      { name: 'part_id', type: 'reference', ref_table: 'part', ref_field: 'id', ref_on_delete: 'CASCADE' },
      { name: 'shop_id', type: 'reference', ref_table: 'shop', ref_field: 'id' },
    ],
  },
]

/** An instance with a parts table that is reset before every test, the makers it references, and the shops that offer parts. */
export function instanceWithParts() {
  const instance = sharedInstance()
  const { root, send } = instance
  const stored = async (query = '') =>
    (await send<{ resource: Record<string, unknown>[] }>('GET', `db/_table/part?order=id${query}`, { as: root })).body
      .resource
  beforeAll(async () => {
    expect((await send('POST', 'db/_schema', { as: root, body: { resource: tables } })).status).toBe(200)
    const makers = ['Acme', 'Bolt & Co', 'Cogs'].map((name) => ({ name }))
    for (const [table, resource] of Object.entries({ maker: makers, shop: [{ name: 'Corner' }] }))
      expect((await send('POST', `db/_table/${table}`, { as: root, body: { resource } })).status).toBe(200)
  })

  beforeEach(async () => {
    await send('DELETE', 'db/_table/part?force=true', { as: root })
    const parts = [
      { id: 1, name: 'bolt', stock: 5, listed: true, note: 'long', maker_id: 1 },
      { id: 2, name: 'nut', stock: null, listed: null, note: '', maker_id: null },
      { id: 3, name: 'gear', stock: 7, listed: false, note: null, maker_id: 3 },
    ]
    expect((await send('POST', 'db/_table/part', { as: root, body: { resource: parts } })).status).toBe(200)
  })
  return { instance, stored }
}
