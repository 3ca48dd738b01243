import { expect, test } from 'vitest'
import { conditionsOf, readListSearch, sameView, sortAfterClick, sortOf, viewOf, withSearch } from './list-search.ts'

test('an address that makes no sense gives a plain list', () => {
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

test('a search for a number or for true, read as such by the router, is a text', () => {
  expect(readListSearch({ filter: 12 })).toEqual({ filter: '12' })
  expect(readListSearch({ filter: true })).toEqual({ filter: 'true' })
})

test('page 1 is not written into the address', () => {
  expect(readListSearch({ page: 1 })).toEqual({})
  expect(readListSearch({ page: '7' })).toEqual({ page: 7 })
})

test('any change but a turn of the page goes back to page 1', () => {
  expect(withSearch({ page: 4, filter: 'a' }, { sort: '-name' })).toEqual({ filter: 'a', sort: '-name' })
  expect(withSearch({ page: 4, filter: 'a' }, { page: 5 })).toEqual({ filter: 'a', page: 5 })
  expect(withSearch({ filter: 'a' }, { filter: undefined })).toEqual({})
})

test('the second click on a column turns the order round', () => {
  const first = sortAfterClick(null, 'email')
  const second = sortAfterClick(first, 'email')
  expect([first.down, second.down, sortAfterClick(second, 'email').down]).toEqual([false, true, false])
  expect(sortAfterClick(second, 'id')).toEqual({ field: 'id', down: false })
  expect(sortOf({ sort: '-email' })).toEqual({ field: 'email', down: true })
})

test('a view keeps everything but the page', () => {
  const search = { page: 3, view: 'Mine', filter: 'ann', sort: 'email' }
  expect(viewOf(search)).toEqual({ filter: 'ann', sort: 'email' })
  expect(sameView(search, { sort: 'email', filter: 'ann' })).toBe(true)
  expect(sameView(search, { sort: 'email' })).toBe(false)
})

test('conditions travel in the address', () => {
  expect(conditionsOf(readListSearch({ where: 'email:contains:a:b' }))).toEqual([
    { field: 'email', operator: 'contains', value: 'a:b' },
  ])
})
