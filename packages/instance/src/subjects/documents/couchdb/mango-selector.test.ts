import { compareOperators } from '@millwright/contract/filter/node'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DocumentFilter } from '../../../gateway/ports/document-database.ts'
import { matches } from '../document-filter.ts'
import { fulfils } from '../suite/mango-stand-in.ts'
import { selectorOf } from './mango-selector.ts'

const words = ['', '5', '5.0', '-1e2', 'true', 'a', 'A', 'ä', '%', '_', 'ä_%', 'a%A', '(.*)', 'ño', '2024-02-29']
const word = fc.constantFrom(...words)
const plain = fc.oneof(word, fc.integer({ min: -101, max: 6 }), fc.boolean(), fc.constant(null))
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
  ),
}))
const document = fc.dictionary(fc.constantFrom('a', 'b'), value)
const field = fc.constantFrom('a', 'b', 'a.b', 'a.a.b', 'a.0', 'c')
const { filter } = fc.letrec<{ filter: DocumentFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('compare' as const),
      ...{ field, negated: fc.boolean(), operator: fc.constantFrom(...compareOperators), text: word },
    }),
    fc.record({
      kind: fc.constant('in' as const),
      field,
      negated: fc.boolean(),
      texts: fc.array(word, { minLength: 1 }),
    }),
    fc.record({ kind: fc.constant('null' as const), field, negated: fc.boolean() }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      operands: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))

it('lets every document through that matches the condition', () => {
  let narrowed = 0
  fc.assert(
    fc.property(document, filter, (row, where) => {
      const selector = selectorOf(where)
      const isThrough = selector === null || fulfils(row, selector)
      if (!isThrough) narrowed += 1
      return isThrough || !matches(row, where)
    }),
    { numRuns: 3_000 },
  )
  expect(narrowed).toBeGreaterThan(100)
})

it('contains names and texts of callers only as fields and operands', () => {
  const where = { kind: 'compare', negated: false, field: 'a.b', operator: '=', text: '{"$gt":null}' } as const
  expect(selectorOf(where)).toEqual({
    $or: [{ 'a.b': { $in: ['{"$gt":null}'] } }, { 'a.b': { $type: 'array' } }, { a: { $type: 'array' } }],
  })
  expect(selectorOf({ ...where, field: 'a\\.b' })).toBe(null)
})
