import { expect, test } from 'vitest'
import { personName, registrationOf } from './registration.tsx'

test('expired takes precedence over confirmed and pending', () => {
  expect(registrationOf({ confirmed: false, expired: true })).toBe('expired')
  expect(registrationOf({ confirmed: true, expired: true })).toBe('expired')
})

test('confirmed or pending, otherwise not applicable', () => {
  expect(registrationOf({ confirmed: true, expired: false })).toBe('confirmed')
  expect(registrationOf({ confirmed: false })).toBe('pending')
  expect(registrationOf({})).toBe('none')
})

test('a person without a display name is called by their email address', () => {
  expect(personName({ name: ' ', email: 'a@x.test' })).toBe('a@x.test')
  expect(personName({ name: 'Ann', email: 'a@x.test' })).toBe('Ann')
})
