import { expect, test } from 'vitest'
import { sortPage } from './use-rows.ts'

const emails = (rows: { email?: unknown }[]) => rows.map(({ email }) => email)

test('sorts empty values last in both directions', () => {
  const rows = [{ email: null }, { email: 'b' }, {}, { email: 'A' }]
  expect(emails(sortPage(rows, { field: 'email', down: false }))).toEqual(['A', 'b', null, undefined])
  expect(emails(sortPage(rows, { field: 'email', down: true }))).toEqual(['b', 'A', null, undefined])
})

test('sorts numbers numerically, also within text', () => {
  expect(sortPage([{ id: 10 }, { id: 9 }], { field: 'id', down: false })).toEqual([{ id: 9 }, { id: 10 }])
  expect(emails(sortPage([{ email: 'a10' }, { email: 'a9' }], { field: 'email', down: false }))).toEqual(['a9', 'a10'])
})
