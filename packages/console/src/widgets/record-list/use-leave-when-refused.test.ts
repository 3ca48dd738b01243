import { expect, test } from 'vitest'
import { InstanceError } from '../../instance/instance-error.ts'
import { leavesBecauseOf } from './use-leave-when-refused.ts'

const refused = (status: number) => new InstanceError('No.', { status })

test('a lost connection is waited for where one is', () => {
  expect(leavesBecauseOf(new InstanceError('', { kind: 'unreachable' }), 'any-refusal', false)).toBe(false)
  expect(leavesBecauseOf(null, 'any-refusal', false)).toBe(false)
})

test('who may not read a list is led home from every tab', () => {
  expect([401, 403].map((status) => leavesBecauseOf(refused(status), 'no-access', true))).toEqual([true, true])
})

test('other refusals lead home only where the tab says so, and never for a search that the server does not take', () => {
  expect(leavesBecauseOf(refused(500), 'no-access', false)).toBe(false)
  expect(leavesBecauseOf(refused(500), 'any-refusal', false)).toBe(true)
  expect(leavesBecauseOf(refused(400), 'any-refusal', true)).toBe(false)
})
