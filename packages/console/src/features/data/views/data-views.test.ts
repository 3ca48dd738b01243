import type { DataViewRecord } from '@millwright/contract/records/data-view'
import { expect, test } from 'vitest'
import { isChanged, queryOf, viewSearch } from './view-dialog.tsx'

const view = (query: object) => ({ id: 3, filter: null, fields: null, order: null, ...query }) as DataViewRecord

test.each([
  ['nothing at all', {}],
  ['conditions', { filter: 'name:contains:a%3Ab;stock:null' }],
  ['an order', { order: 'name' }],
  ['an order from the greatest', { order: '-stock' }],
  ['fields', { columns: 'name,stock' }],
])('a view stores %s as in the address', (_, search) => {
  const kept = view(queryOf(search))
  expect(viewSearch(kept)).toEqual({ ...search, view: '3' })
  expect(isChanged(kept, { ...search, search: 'typed', record: '1' })).toBe(false)
})

test('views stored by other clients are shown as far as possible', () => {
  const filter = [
    { field: 'name', operator: 'near', value: 'x' },
    { field: 'stock', operator: '>', value: '1' },
  ]
  expect(viewSearch(view({ filter, order: ' stock desc, name' }))).toEqual({
    filter: 'stock:>:1',
    order: '-stock',
    view: '3',
  })
  expect(viewSearch(view({ filter: 'a', fields: 'b' }))).toEqual({ view: '3' })
})

test('another filter, sort order or set of fields counts as a change, another field order does not', () => {
  const kept = view(queryOf({ filter: 'stock:>:1', columns: 'name,stock' }))
  const same = { filter: 'stock:>:1', columns: 'stock,name' }
  expect(isChanged(kept, same)).toBe(false)
  for (const other of [{ filter: 'stock:>:2' }, { order: 'name' }, { columns: 'name' }])
    expect(isChanged(kept, { ...same, ...other })).toBe(true)
})
