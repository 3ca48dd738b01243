import { expect, test } from 'vitest'
import { personName, registrationOf } from './registration.ts'

test('expired wins over confirmed and pending', () => {
  expect(registrationOf({ confirmed: false, expired: true })).toBe('expired')
  expect(registrationOf({ confirmed: true, expired: true })).toBe('expired')
})

test('confirmed or pending, else not applicable', () => {
  expect(registrationOf({ confirmed: true, expired: false })).toBe('confirmed')
  expect(registrationOf({ confirmed: false })).toBe('pending')
  expect(registrationOf({})).toBe('none')
})

test('a person without a display name is called by the e-mail address', () => {
  expect(personName({ name: ' ', email: 'a@x.test' })).toBe('a@x.test')
  expect(personName({ name: 'Ann', email: 'a@x.test' })).toBe('Ann')
})
