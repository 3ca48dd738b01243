import { expect, test } from 'vitest'
import { asTextFilter, isMisparsed } from './as-text.ts'
import { searchFilter } from './print.ts'

const search = (text: string) => asTextFilter(searchFilter(['a', 'b'], text) ?? '')

test('leaves a filter without problematic characters unchanged', () => {
  const filter = '((a like "%ann%") or (b = "x, y")) and (c = 1) and (d is null)'
  expect(asTextFilter(filter)).toEqual({ filter, wider: false })
})

test.each([
  ['a = b', '%a _ b%'],
  ['a>=b', '%a__b%'],
  ['bolts in boxes', '%bolts_in boxes%'],
  ['cannot invite', '%cannot_invite%'],
  ['this all in one', '%this_all_in one%'],
  ['(x) or (y)', null],
])('searches for %j with wildcards in place of operators', (text, pattern) => {
  const { filter, wider } = search(text)
  expect(wider).toBe(true)
  if (pattern !== null) expect(filter).toBe(`(a like "${pattern}") or (b like "${pattern}")`)
  expect(filter).not.toMatch(/like ["'][^"']*\) or \([^"']*["']/)
})

test('escapes neither quotes nor backslashes, and puts brackets in single quotes', () => {
  expect(search('say "hi"')).toEqual({ filter: `(a like '%say "hi"%') or (b like '%say "hi"%')`, wider: false })
  expect(search('Acme (UK)').filter).toBe(`(a like '%Acme (UK)%') or (b like '%Acme (UK)%')`)
  expect(search("it's").filter).toBe(`(a like "%it's%") or (b like "%it's%")`)
  expect(search('a\\b').filter).toBe('(a like "%a\\b%") or (b like "%a\\b%")')
  expect(search(`it's "so"`)).toEqual({ filter: `(a like "%it's _so_%") or (b like "%it's _so_%")`, wider: true })
})

test('leaves compared values unchanged, and detects that the server will reject them', () => {
  const filter = 'a = "x > y"'
  expect(asTextFilter(filter)).toEqual({ filter, wider: false })
  expect(isMisparsed(filter)).toBe(true)
  expect(isMisparsed('(a = "x in y") and (b like "%=%")')).toBe(false)
  expect(isMisparsed('a = "x) or (y"')).toBe(true)
})
