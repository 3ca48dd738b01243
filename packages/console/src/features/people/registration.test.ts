import { expect, test } from 'vitest'
import { personName, registrationOf } from './registration.ts'

test('expired wins over confirmed and pending', () => {
  expect(registrationOf({ confirmed: false, expired: true })).toBe('Expired')
  expect(registrationOf({ confirmed: true, expired: true })).toBe('Expired')
})

test('confirmed or pending, else not applicable', () => {
  expect(registrationOf({ confirmed: true, expired: false })).toBe('Confirmed')
  expect(registrationOf({ confirmed: false })).toBe('Pending')
  expect(registrationOf({})).toBe('N/A')
})

test('a person without a display name is called by the e-mail address', () => {
  expect(personName({ name: ' ', email: 'a@x.test' })).toBe('a@x.test')
  expect(personName({ name: 'Ann', email: 'a@x.test' })).toBe('Ann')
})
