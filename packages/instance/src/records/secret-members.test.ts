import { secretMask } from '@millwright/contract/records/lookup'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskMembers, restoreMembers } from './secret-members.ts'

test.each<[unknown, unknown]>([
  ['password', 'password'],
  [[{ a: 1 }], [{ a: 1 }]],
  [
    { password: 'x', user: 'ann' },
    { password: secretMask, user: 'ann' },
  ],
  [
    { CURLOPT_USERPWD: 'ann:x', timeout: 3 },
    { CURLOPT_USERPWD: secretMask, timeout: 3 },
  ],
  [{ resource: [{ 'Api-Key': 7, keys: ['a'] }] }, { resource: [{ 'Api-Key': secretMask, keys: ['a'] }] }],
  [{ credentials: { user: 'ann' } }, { credentials: secretMask }],
  [
    { token: null, secret: '', has_password: true },
    { token: null, secret: '', has_password: true },
  ],
])('masks %j as %j', (value, masked) => {
  expect(maskMembers(value)).toEqual(masked)
})

test('drops a mask without a stored value', () => {
  expect(restoreMembers({ password: secretMask, a: 1 }, null)).toEqual({ a: 1 })
  expect(restoreMembers([{ token: secretMask }], [])).toEqual([{}])
})

test('treats a mask as an ordinary value where nothing is masked', () => {
  expect(restoreMembers({ note: secretMask }, { note: 'x' })).toEqual({ note: secretMask })
})

test('any response can be sent back without changing stored values', () => {
  const names = fc.constantFrom('password', 'name', 'api_key', 'list')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(names, tie('value')),
    ),
  }))
  fc.assert(
    fc.property(value, (stored) => {
      expect(restoreMembers(maskMembers(stored), stored)).toEqual(stored)
    }),
  )
})
