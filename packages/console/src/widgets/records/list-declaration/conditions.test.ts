import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Condition, operators, readConditions, writeConditions } from './conditions.ts'

test('skips invalid conditions and keeps the rest', () => {
  expect(readConditions('nonsense;a b:is:1;email:loves:x;email:is:;is_active:is:true')).toEqual([
    { field: 'is_active', operator: 'is', value: 'true' },
  ])
})

test('round-trips any typed condition', () => {
  const condition = fc.record({
    field: fc.constantFrom('email', 'first_name', 'id'),
    operator: fc.constantFrom(...operators),
    value: fc.string({ minLength: 1 }),
  })
  fc.assert(
    fc.property(fc.array(condition), (conditions) => {
      const expected = conditions.map(
        (one): Condition => (one.operator === 'empty' || one.operator === 'filled' ? { ...one, value: '' } : one),
      )
      expect(readConditions(writeConditions(conditions))).toEqual(expected)
    }),
  )
})
