import { expect, test } from 'vitest'
import { parseQuery, printQuery } from './address-query.ts'

test('what looks like a number stays the text it is', () => {
  expect(parseQuery('?code=0012E5&page=2&on=true')).toEqual({ code: '0012E5', page: '2', on: 'true' })
})

test('printing gives plain text back and leaves out what is not set', () => {
  expect(printQuery({ filter: 'a & b', page: 2, view: undefined, sort: null })).toBe('?filter=a+%26+b&page=2')
  expect(printQuery({})).toBe('')
  expect(parseQuery(printQuery({ filter: 'ä"=%' }))).toEqual({ filter: 'ä"=%' })
})
