import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../problem.ts'
import { type CompareOperator, compareOperators, type FilterNode, type FilterValue } from './node.ts'
import { filterLimits, parseFilter } from './parse.ts'
import { printFilter } from './print.ts'

function refusal(text: string): string {
  try {
    parseFilter(text)
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`
    throw error
  }
  return 'accepted'
}

const text = (value: string): FilterValue => ({ kind: 'text', text: value })
const compare = (field: string, operator: (typeof compareOperators)[number], value: string): FilterNode => ({
  kind: 'compare',
  field,
  operator,
  value: text(value),
})
const a = compare('a', '=', '1')
const b = compare('b', '=', '2')
const c = compare('c', '=', '3')
const not = (operand: FilterNode): FilterNode => ({ kind: 'not', operand })
const either = (one: FilterNode, other: FilterNode): FilterNode => ({
  kind: 'or',
  operands: [
    { kind: 'and', operands: [one, not(other)] },
    { kind: 'and', operands: [other, not(one)] },
  ],
})
const neither = (one: FilterNode, other: FilterNode) => not({ kind: 'or', operands: [one, other] })

describe('an invalid filter', () => {
  it.each([
    ['', 'position 1: expected the name of a field, found the end.'],
    ['nope ~~ 3', 'position 6: expected an operator after "nope", found "~~".'],
    ['qty >', 'position 6: a value is missing after ">".'],
    ['qty between 1 and 5', 'position 5: "between" is not an operator.'],
    ['name constructor 5', '"constructor" is not an operator.'],
    ['(a = 1', 'position 1: the parenthesis that opens here is never closed.'],
    ['a = 1)', 'position 6: a parenthesis closes here that was never opened.'],
    ["a = 'x", 'position 5: the quote that opens here is never closed.'],
    ['a = 1 xor b = 2', 'position 5: put a value that contains an operator in quotes.'],
    ["a = 'x' 'y'", 'position 9: expected AND or OR, found "\'y\'".'],
    ['a = 1 and', 'position 10: expected the name of a field, found the end.'],
    ['a = 1 b = 2', 'position 5: put a value that contains an operator in quotes.'],
    ['a == 5', '"==" is not an operator.'],
    ['a = f(1)', 'position 5: put a value that contains parentheses in quotes.'],
    ['a = (select 1)', 'put a value that contains parentheses in quotes.'],
    ['a in 1,2', 'position 6: the values of "in" belong in parentheses.'],
    ['a in ()', 'position 7: a value is missing after "(".'],
    ['a in (1,,2)', 'a value is missing after ",".'],
    ['a in (1', 'expected "," or ")", found the end.'],
    ['"" = 1', 'a field name is empty.'],
    ['Order ID', 'position 7: "ID" is not an operator.'],
    ['a and b = 1', 'position 3: "and" is not an operator.'],
  ])('%s is rejected with the position and reason', (filter, sentence) => {
    expect(refusal(filter)).toContain('400 The filter cannot be read at position')
    expect(refusal(filter)).toContain(sentence)
  })

  it('is rejected if too long, too deep or too wide', () => {
    expect(refusal('a'.repeat(filterLimits.length + 1))).toContain('longer than')
    expect(refusal(`${'('.repeat(100_000)}a = 1`)).toContain('nested deeper than')
    expect(refusal(`${'not '.repeat(40_000)}a = 1`)).toContain('nested deeper than')
    expect(refusal('a=1 or '.repeat(20_000))).toContain('more than 500 conditions')
    expect(refusal(`a in (${'1,'.repeat(20_000)}1)`)).toContain('more than 10000 values')
    expect(refusal(`(a = 1)${' xor (a = 1)'.repeat(20)}`)).toContain('more than 500 conditions')
    expect(refusal(`(a = 1) xor (a in (${'1,'.repeat(6000)}1))`)).toContain('more than 10000 values')
    expect(refusal(`(a = 1)${' nor (a = 1)'.repeat(100)}`)).toContain('nested deeper than')
  })

  it('always fails fast and with a problem, whatever the text', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      'not ',
      ' and ',
      ' or ',
      '&&',
      '||',
      'a',
      ' = ',
      '"',
      "'",
      '\\',
      ',',
      ' in ',
    )
    const noise = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(noise, (filter) => {
        expect(typeof refusal(filter)).toBe('string')
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['quotes', `a = "${'\\"'.repeat(90_000)}`],
    ['blanks', `a = ${'b '.repeat(99_000)}`],
    ['words', `a = ${' and'.repeat(49_000)}`],
    ['bars', `a = ${'|'.repeat(190_000)}`],
    ['operators', `a ${'starts '.repeat(28_000)}`],
    ['blanks in a name', `a${' '.repeat(190_000)}b`],
    ['words of a name', `a${' b'.repeat(99_000)}`],
    ['brackets', '['.repeat(190_000)],
  ])('ends for %s, which a parser that goes back never would', (_, filter) => {
    expect(typeof refusal(filter)).toBe('string')
  })
})

describe('a filter', () => {
  it.each<[string, FilterNode]>([
    ['a = 1', a],
    ['a=1', a],
    [' ( ( a EQ 1 ) ) ', a],
    ['a != 1', compare('a', '!=', '1')],
    ['a <> 1', compare('a', '!=', '1')],
    ['a ne 1', compare('a', '!=', '1')],
    ['a gte 1', compare('a', '>=', '1')],
    ['a<=-1.5', compare('a', '<=', '-1.5')],
    ["name LIKE 'B%'", compare('name', 'like', 'B%')],
    ['name CONTAINS u', compare('name', 'contains', 'u')],
    ["name starts  with 's'", compare('name', 'starts with', 's')],
    ['(name Ends With "t")', compare('name', 'ends with', 't')],
    ["name = 'O''Brien'", compare('name', '=', "O'Brien")],
    ['name = "a \\"b\\" \\\\ \\d"', compare('name', '=', 'a "b" \\ \\d')],
    ['name = ""', compare('name', '=', '')],
    ["name = O'Brien", compare('name', '=', "O'Brien")],
    ['name = Ann Lee and a = 1', { kind: 'and', operands: [compare('name', '=', 'Ann Lee'), a] }],
    ['(date > 2026-11-20 21:50:02)', compare('date', '>', '2026-11-20 21:50:02')],
    ['name = "x and y or (z)"', compare('name', '=', 'x and y or (z)')],
    ['qty > {user.id}', compare('qty', '>', '{user.id}')],
    ['name = :n', { kind: 'compare', field: 'name', operator: '=', value: { kind: 'param', name: 'n' } }],
    [
      'qty in (7, "x,y",:n)',
      { kind: 'in', field: 'qty', values: [text('7'), text('x,y'), { kind: 'param', name: 'n' }] },
    ],
    ['(qty not in(7))', { kind: 'not', operand: { kind: 'in', field: 'qty', values: [text('7')] } }],
    ['made IS NULL', { kind: 'null', field: 'made' }],
    ['made is not null', { kind: 'not', operand: { kind: 'null', field: 'made' } }],
    ['made = null', { kind: 'null', field: 'made' }],
    ['made != NULL', { kind: 'not', operand: { kind: 'null', field: 'made' } }],
    ['made = "null"', compare('made', '=', 'null')],
    ['a NOT = 1', { kind: 'not', operand: a }],
    ['NOT a = 1', { kind: 'not', operand: a }],
    ['not(a = 1)', { kind: 'not', operand: a }],
    ['notes = 1', compare('notes', '=', '1')],
    ['"first name" = 1', compare('first name', '=', '1')],
  ])('%s is parsed', (filter, node) => {
    expect(parseFilter(filter)).toEqual(node)
  })

  it.each<[string, FilterNode]>([
    ['a=1 and b=2 and c=3', { kind: 'and', operands: [a, b, c] }],
    ['a=1&&b=2 || c=3', { kind: 'or', operands: [{ kind: 'and', operands: [a, b] }, c] }],
    ['a=1 OR b=2 AND c=3', { kind: 'or', operands: [a, { kind: 'and', operands: [b, c] }] }],
    ['(a=1 or b=2)and(c=3)', { kind: 'and', operands: [{ kind: 'or', operands: [a, b] }, c] }],
    ['not a=1 and b=2', { kind: 'and', operands: [{ kind: 'not', operand: a }, b] }],
    ['not (a=1 or b=2)', { kind: 'not', operand: { kind: 'or', operands: [a, b] } }],
  ])('%s binds NOT before AND before OR', (filter, node) => {
    expect(parseFilter(filter)).toEqual(node)
  })

  it.each<[string, FilterNode]>([
    ['(a=1) xor (b=2)', either(a, b)],
    ['(a=1)XOR(b=2 or c=3)', either(a, { kind: 'or', operands: [b, c] })],
    ['(a=1) or (b=2) xor (c=3)', { kind: 'or', operands: [a, either(b, c)] }],
    ['(a=1) xor (b=2) and (c=3)', either(a, { kind: 'and', operands: [b, c] })],
    ['(a=1) nor (b=2)', neither(a, b)],
    ['(a=1) or (b=2) nor (c=3)', neither({ kind: 'or', operands: [a, b] }, c)],
  ])('%s expands XOR and NOR', (filter, node) => {
    expect(parseFilter(filter)).toEqual(node)
  })

  it('is parsed back to the same tree after printing', () => {
    const fieldName = fc.oneof(fc.constantFrom('id', 'first_name', 'not', 'and'), fc.string({ minLength: 1 }))
    const value: fc.Arbitrary<FilterValue> = fc.oneof(
      fc.oneof(fc.string(), fc.constantFrom('null', 'true', '5', '\\', '"', '{a.b}', ':n', '%')).map(text),
      fc.stringMatching(/^[a-z_]\w{0,5}$/).map((name) => ({ kind: 'param' as const, name })),
    )
    const { node } = fc.letrec<{ node: FilterNode }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6, depthSize: 'medium' },
        fc.record({
          kind: fc.constant('compare' as const),
          field: fieldName,
          operator: fc.constantFrom(...compareOperators),
          value,
        }),
        fc.record({ kind: fc.constant('in' as const), field: fieldName, values: fc.array(value, { minLength: 1 }) }),
        fc.record({ kind: fc.constant('null' as const), field: fieldName }),
        fc.record({ kind: fc.constant('not' as const), operand: tie('node') }),
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          operands: fc.array(tie('node'), { minLength: 2, maxLength: 4 }),
        }),
      ),
    }))
    fc.assert(
      fc.property(node, (tree) => {
        expect(parseFilter(printFilter(tree))).toEqual(tree)
      }),
      { numRuns: 500 },
    )
  })

  it('can be parsed at maximum depth, and again when printed', () => {
    const deep = parseFilter(`${'not ('.repeat(filterLimits.depth)}a = 1${')'.repeat(filterLimits.depth)}`)
    expect(parseFilter(printFilter(deep))).toEqual(deep)
  })
})

describe('a field name with other characters', () => {
  it.each(['Order ID', '"Order ID"', '[Order ID]', '`Order ID`'])('is read as %s', (name) => {
    const condition = (operator: CompareOperator, value: string) => compare('Order ID', operator, value)
    expect(parseFilter(`${name} = 1`)).toEqual(condition('=', '1'))
    expect(parseFilter(`${name}>=1`)).toEqual(condition('>=', '1'))
    expect(parseFilter(`${name} not like '%x%' and (${name} in (1))`)).toEqual({
      kind: 'and',
      operands: [
        not(condition('like', '%x%')),
        { kind: 'in', field: 'Order ID', values: [{ kind: 'text', text: '1' }] },
      ],
    })
    expect(parseFilter(`${name} is not null`)).toEqual(not({ kind: 'null', field: 'Order ID' }))
  })

  it.each([
    ['[a]]b (x)] = 1', 'a]b (x)'],
    ['`a``b` = 1', 'a`b'],
    ['is new = 1', 'is new'],
    ['likes = 1', 'likes'],
    ['and so on = 1', 'and so on'],
  ])('%s matches field %s', (filter, field) => {
    expect(parseFilter(filter)).toEqual(compare(field, '=', '1'))
  })
})
