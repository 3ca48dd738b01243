import type { DocumentFilter } from '@millwright/connector/documents/document-database'
import { compareOperators } from '@millwright/contract/filter/node'
import fc from 'fast-check'

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
/** Documents with few names and values, so that conditions match some of them. */
export const randomDocument = fc.dictionary(fc.constantFrom('a', 'b'), value)
const field = fc.constantFrom('a', 'b', 'a.b', 'a.a.b', 'a.0', 'c')
export const { filter: randomFilter } = fc.letrec<{ filter: DocumentFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('compare' as const),
      field,
      negated: fc.boolean(),
      operator: fc.constantFrom(...compareOperators),
      text: word,
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
