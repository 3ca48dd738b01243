import { describe, expect, test } from 'vitest'
import { InstanceError } from '../../instance/instance-error.ts'
import {
  missingFields,
  needsConfirmation,
  passwordProblem,
  prefilled,
  registrationBody,
  registrationProblem,
} from './registration.ts'

const open = { allow_open_registration: true, open_reg_email_service_id: null, password_min_length: 5 }
const byMail = { allow_open_registration: true, open_reg_email_service_id: 6 }
const link = new URLSearchParams('email=a%40b.test&name=Ann&code=X1&is_sys_admin=true&new_password=sneaky&role_id=1')

test.each([
  ['a mail service', byMail, true],
  ['no mail service', open, false],
  ['a server that does not say', {}, true],
  ['nothing known', undefined, true],
])('%s decides whether confirmation by mail is required', (_, authentication, expected) => {
  expect(needsConfirmation(authentication)).toBe(expected)
})

describe('a form', () => {
  test('reports missing fields, and the username only if people sign in with it', () => {
    expect(missingFields(prefilled(new URLSearchParams()), open)).toEqual({
      email: 'Email is required.',
      first_name: 'First Name is required.',
      last_name: 'Last Name is required.',
      name: 'Display Name is required.',
    })
    const byName = missingFields(prefilled(new URLSearchParams()), { login_attribute: 'username' })
    expect(byName.username).toBe('Username is required.')
  })

  test.each([
    ['abcdef', 'abcdeg', 'Password and confirm password do not match.'],
    ['abc', 'abc', 'Password must be at least 5 characters.'],
    ['', '', 'Password must be at least 5 characters.'],
    ['abcde', 'abcde', null],
  ])('with the passwords "%s" and "%s"', (password, again, problem) => {
    const form = { ...prefilled(link), password, again }
    expect(passwordProblem(form, open)).toBe(problem)
    expect(passwordProblem(form, byMail)).toBeNull()
  })

  test('requires no length unless the server announces one', () => {
    const { password_min_length: _, ...unannounced } = open
    const problemOf = (password: string) =>
      passwordProblem({ ...prefilled(link), password, again: password }, unannounced)
    expect([problemOf('abc'), problemOf('')]).toEqual([null, 'Password is required.'])
  })

  test('sends the known parameters of a link, and no others', () => {
    const form = { ...prefilled(link), first_name: ' Ann ', last_name: 'Lee', password: 'my password', again: 'x' }
    const fields = { email: 'a@b.test', name: 'Ann', first_name: 'Ann', last_name: 'Lee', code: 'X1' }
    expect(registrationBody(form, link, byMail, null)).toEqual(fields)
    expect(registrationBody(form, link, byMail, 'de')).toEqual({ ...fields, language: 'de' })
    expect(registrationBody(form, link, open, null)).toEqual({ ...fields, new_password: 'my password' })
  })

  test('does not restore a cleared field from the link', () => {
    expect(registrationBody({ ...prefilled(link), name: '' }, link, byMail, null)).not.toHaveProperty('name')
  })
})

test.each([
  [
    'fields',
    new InstanceError('Bad.', { status: 400, fields: { email: ['is taken.', 'is odd.'], name: ['is long.'] } }),
    'Validation failed. email: is taken. is odd. name: is long.',
  ],
  [
    'a message',
    new InstanceError('Open Registration is not enabled.', { status: 403 }),
    'Validation failed. Open Registration is not enabled.',
  ],
  ['a message that begins so', new InstanceError('Validation failed. No.', { status: 400 }), 'Validation failed. No.'],
  [
    'no answer',
    new InstanceError('The instance is not responding.', { kind: 'unreachable' }),
    'The instance is not responding.',
  ],
])('an error with %s', (_, error, text) => {
  expect(registrationProblem(error)).toBe(text)
})
