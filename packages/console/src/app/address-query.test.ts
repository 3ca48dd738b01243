import { expect, test } from 'vitest'
import { parseQuery, printQuery } from './address-query.ts'

test('values that look like numbers stay text', () => {
  expect(parseQuery('?code=0012E5&page=2&on=true')).toEqual({ code: '0012E5', page: '2', on: 'true' })
})

test('serializing returns plain text and omits unset values', () => {
  expect(printQuery({ filter: 'a & b', page: 2, view: undefined, sort: null })).toBe('?filter=a+%26+b&page=2')
  expect(printQuery({})).toBe('')
  expect(parseQuery(printQuery({ filter: 'ä"=%' }))).toEqual({ filter: 'ä"=%' })
})
