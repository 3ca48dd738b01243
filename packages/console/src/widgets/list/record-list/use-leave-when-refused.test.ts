import { expect, test } from 'vitest'
import { InstanceError } from '../../../instance/instance-error.ts'
import { leavesBecauseOf } from './use-leave-when-refused.ts'

const refused = (status: number) => new InstanceError('No.', { status })

test('stays on the page after a lost connection', () => {
  expect(leavesBecauseOf(new InstanceError('', { kind: 'unreachable' }), 'any-refusal', false)).toBe(false)
  expect(leavesBecauseOf(null, 'any-refusal', false)).toBe(false)
})

test('leaves for home from every tab without access to its list', () => {
  expect([401, 403].map((status) => leavesBecauseOf(refused(status), 'no-access', true))).toEqual([true, true])
})

test('leaves for home on other errors only if the tab requests it, and never for a rejected search', () => {
  expect(leavesBecauseOf(refused(500), 'no-access', false)).toBe(false)
  expect(leavesBecauseOf(refused(500), 'any-refusal', false)).toBe(true)
  expect(leavesBecauseOf(refused(400), 'any-refusal', true)).toBe(false)
})
