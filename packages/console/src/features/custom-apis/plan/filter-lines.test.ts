import { bindFilter } from '@millwright/contract/custom-apis/check-request'
import { expect, test } from 'vitest'
import type { TypedCondition } from '../../../widgets/access/condition/condition-fields.tsx'
import { printFilterLines, readFilterLines } from './filter-lines.ts'

test.each([
  ['nested conditions', '(a = 1) and ((b = 2) or (c = 3))'],
  ['a negated condition', 'not (a = 1)'],
  ['a pattern', 'a like "x%"'],
  ['a parameter', 'a = :x'],
  ['a value with a comma in a list', 'a in ("x,y", "z")'],
  ['what is no filter', 'a ='],
])('leaves %s to the text field', (_, filter) => {
  expect(readFilterLines(filter)).toBeNull()
})

test('prints conditions so that the instance binds each placeholder as one value, whatever is typed', () => {
  const lines: readonly TypedCondition[] = [
    { field: 'state', operator: '=', value: '{query.state}' },
    { field: 'first name', operator: 'contains', value: '%{body.q}" or "a"="a' },
    { field: 'id', operator: 'in', value: '{steps.o.resource}, 2' },
    { field: 'gone', operator: 'is not null', value: '' },
    { field: 'kind', operator: 'not in', value: 'a, b' },
    { field: '', operator: '=', value: 'not part of the filter' },
  ]
  const filter = printFilterLines({ join: 'or', lines })
  expect(readFilterLines(filter)).toEqual({ join: 'or', lines: lines.slice(0, -1) })
  expect(bindFilter(filter).values.map(({ template }) => template)).toEqual([
    '{query.state}',
    '%{body.q}" or "a"="a',
    '{steps.o.resource}',
  ])
  expect(printFilterLines({ join: 'and', lines: [] })).toBe('')
})
