import { describe, expect, it } from 'vitest'
import { parseFilter } from './parse.ts'
import { searchFilter } from './print.ts'

describe('a search', () => {
  it('is null without a text or fields', () => {
    expect(searchFilter(['name'], '  ')).toBeNull()
    expect(searchFilter([], 'ann')).toBeNull()
  })

  it('looks for the text in each of the fields', () => {
    expect(searchFilter(['first_name', 'email'], ' ann ')).toBe('(first_name like "%ann%") or (email like "%ann%")')
  })

  it('escapes quotes and backslashes but not wildcards', () => {
    const filter = searchFilter(['name'], 'a"b\\c_%') ?? ''
    expect(filter).toBe('(name like "%a\\"b\\\\c_%%")')
    expect(parseFilter(filter)).toEqual({
      kind: 'compare',
      field: 'name',
      operator: 'like',
      value: { kind: 'text', text: '%a"b\\c_%%' },
    })
  })
})
