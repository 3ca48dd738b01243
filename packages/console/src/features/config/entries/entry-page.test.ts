import { expect, test } from 'vitest'
import { pageParams, pagesOf } from './entry-kind.ts'

const kind = { nameField: 'path', markFields: ['enabled'] } as const

test('the first page requests only names, sorted by name', () => {
  expect(pageParams(kind, '', 1)).toEqual({
    fields: 'id,path,enabled',
    order: 'path ASC',
    limit: 100,
    include_count: true,
  })
})

test('later pages and searches are requested from the server, with escaped quotes', () => {
  expect(pageParams(kind, 'a"b', 3)).toMatchObject({ offset: 200, filter: '(path like "%a\\"b%")' })
})

test.each([
  [null, 1],
  [0, 1],
  [100, 1],
  [101, 2],
])('%j entries are %i pages', (count, pages) => {
  expect(pagesOf(count)).toBe(pages)
})
