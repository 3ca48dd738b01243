import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../problem.ts'
import { type ConditionParts, conditionNode } from './condition.ts'
import { compareOperators, type FilterNode } from './node.ts'
import { parseFilter } from './parse.ts'
import { quoteText } from './print.ts'

const refuse = (reason: string) => new Problem(403, reason)
const read = (operator: string, value = '', field = 'a') => conditionNode({ field, operator, value }, refuse)

function refusal(parts: ConditionParts): string {
  try {
    conditionNode(parts, refuse)
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('a condition in three parts', () => {
  it.each([
    ['', '1'],
    ['; drop table a', '1'],
    ['= 1 or "a"', '1'],
    ['==', '1'],
    ['not', '1'],
    ['not not =', '1'],
    ['is null or a =', '1'],
    ['constructor', '1'],
    ['in', ''],
    ['in', '()'],
    ['in', '(1'],
    ['in', '1) or (1 = 1'],
    ['in', '(1) or (1 = 1)'],
    ['not in', '1,,2'],
  ])('throws the given problem for %s and %s', (operator, value) => {
    expect(refusal({ field: 'a', operator, value })).toMatch(/^403 /)
  })

  it('throws without a field', () => {
    expect(refusal({ field: '', operator: '=', value: '1' })).toMatch(/^403 /)
  })

  it('never interprets a value as anything else', () => {
    const hostile = fc.oneof(fc.string(), fc.constantFrom('1 or 1=1', 'null', ':p', '(1)', `x' or 'y`, `"a" or "b"`))
    fc.assert(
      fc.property(fc.constantFrom(...compareOperators), hostile, (operator, value) => {
        expect(read(operator, value)).toMatchObject({ kind: 'compare', field: 'a', operator, value: { kind: 'text' } })
      }),
    )
  })

  it('is equivalent to the same condition in a filter', () => {
    const field = fc.string({ minLength: 1 })
    const values = fc.array(fc.string(), { minLength: 1 }).map((texts) => `(${texts.map(quoteText).join(', ')})`)
    const negation = fc.constantFrom('', 'not ', 'NOT  ')
    const asFilter = (parts: ConditionParts, value: string): FilterNode =>
      parseFilter(`${quoteText(parts.field)} ${parts.operator} ${value}`)
    fc.assert(
      fc.property(
        field,
        negation,
        fc.constantFrom(...compareOperators, 'eq', 'Starts  With'),
        fc.string(),
        (...each) => {
          const [name, not, operator, value] = each
          const parts = { field: name, operator: `${not}${operator}`, value: quoteText(value) }
          expect(conditionNode(parts, refuse)).toEqual(asFilter(parts, parts.value))
        },
      ),
    )
    fc.assert(
      fc.property(field, negation, values, (name, not, value) => {
        const parts = { field: name, operator: `${not}in`, value }
        expect(conditionNode(parts, refuse)).toEqual(asFilter(parts, value))
      }),
    )
  })

  it('accepts lists without parentheses, and quotes around a value', () => {
    expect(read('in', 'Ann, "x, y"')).toEqual(read('in', '(Ann,"x, y")'))
    expect(read('=', `'it''s'`)).toEqual(read('=', `it's`))
    expect(read('IS NOT NULL', 'left aside')).toEqual(parseFilter('a is not null'))
    expect(read('not is null')).toEqual(parseFilter('a is not null'))
  })
})
