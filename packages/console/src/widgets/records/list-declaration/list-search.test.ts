import { expect, test } from 'vitest'
import { conditionsOf, readListSearch, sameView, sortAfterClick, sortOf, viewOf, withSearch } from './list-search.ts'

test('shows a plain list for an invalid URL', () => {
  expect(
    readListSearch({
      page: -3,
      pageSize: 'many',
      sort: 'name; drop table',
      where: ':::',
      filter: '  ',
      columns: {},
      view: [],
    }),
  ).toEqual({})
})

test('reads a search for a number or `true`, which the router parses, as text', () => {
  expect(readListSearch({ filter: 12 })).toEqual({ filter: '12' })
  expect(readListSearch({ filter: true })).toEqual({ filter: 'true' })
})

test('omits page 1 from the URL', () => {
  expect(readListSearch({ page: 1 })).toEqual({})
  expect(readListSearch({ page: '7' })).toEqual({ page: 7 })
})

test('returns to page 1 on any change except paging', () => {
  expect(withSearch({ page: 4, filter: 'a' }, { sort: '-name' })).toEqual({ filter: 'a', sort: '-name' })
  expect(withSearch({ page: 4, filter: 'a' }, { page: 5 })).toEqual({ filter: 'a', page: 5 })
  expect(withSearch({ filter: 'a' }, { filter: undefined })).toEqual({})
})

test('reverses the order on a second click on a column', () => {
  const first = sortAfterClick(null, 'email')
  const second = sortAfterClick(first, 'email')
  expect([first.down, second.down, sortAfterClick(second, 'email').down]).toEqual([false, true, false])
  expect(sortAfterClick(second, 'id')).toEqual({ field: 'id', down: false })
  expect(sortOf({ sort: '-email' })).toEqual({ field: 'email', down: true })
})

test('stores everything in a view except the page', () => {
  const search = { page: 3, view: 'Mine', filter: 'ann', sort: 'email' }
  expect(viewOf(search)).toEqual({ filter: 'ann', sort: 'email' })
  expect(sameView(search, { sort: 'email', filter: 'ann' })).toBe(true)
  expect(sameView(search, { sort: 'email' })).toBe(false)
})

test('round-trips conditions through the URL', () => {
  expect(conditionsOf(readListSearch({ where: 'email:contains:a:b' }))).toEqual([
    { field: 'email', operator: 'contains', value: 'a:b' },
  ])
})
