import { expect, test } from 'vitest'
import { checkProfile, draftOfProfile, isStoredElsewhere, profileToSend } from './profile-draft.ts'

const profile = { email: 'a@example.test', name: 'Ann', username: 'a@example.test', oauth_provider: '', adldap: '' }
const draft = draftOfProfile(profile)

test('requires the current password for a new email address', () => {
  expect(checkProfile({ ...draft, email: 'b@example.test' }, profile, 5)?.fields).toEqual({
    current_password: 'Current Password is required.',
  })
})

test('requires all three passwords, equal and long enough, for a new password', () => {
  const changing = { ...draft, setPassword: true }
  expect(Object.keys(checkProfile(changing, profile, 5)?.fields ?? {})).toEqual([
    'old_password',
    'new_password',
    'verify_password',
  ])
  const filled = { ...changing, old_password: 'o', new_password: 'abcd', verify_password: 'abce' }
  expect(checkProfile(filled, profile, 5)?.fields.verify_password).toBe('Passwords do not match.')
  expect(checkProfile({ ...filled, verify_password: 'abcd' }, profile, 5)?.fields).toEqual({
    new_password: 'Password must be at least 5 characters.',
  })
})

test('requires email and display name', () => {
  expect(Object.keys(checkProfile({ ...draft, name: ' ' }, profile, 5)?.fields ?? {})).toEqual(['name'])
})

test('sends no passwords unless they were requested', () => {
  expect(profileToSend({ ...draft, current_password: 'x', security_answer: 'y' }, profile)).toEqual({
    username: 'a@example.test',
    email: 'a@example.test',
    name: 'Ann',
  })
})

test('confirms the new email address with the new password after changing it', () => {
  const both = { ...draft, email: 'b@example.test', setPassword: true, new_password: 'newer' }
  expect(profileToSend(both, profile)).toMatchObject({ email: 'b@example.test', current_password: 'newer' })
})

test('offers no password to people from a directory or a provider', () => {
  expect([
    isStoredElsewhere(profile),
    isStoredElsewhere({ adldap: 'corp' }),
    isStoredElsewhere({ oauth_provider: 'x' }),
    isStoredElsewhere({ saml: 'idp' }),
  ]).toEqual([false, true, true, true])
})

test('sends a language if it was changed, and none for the default of the browser', () => {
  const german = { ...profile, language: 'de' }
  expect(profileToSend(draftOfProfile(german), german)).not.toHaveProperty('language')
  expect(profileToSend({ ...draft, language: 'de' }, profile)).toMatchObject({ language: 'de' })
  expect(profileToSend({ ...draftOfProfile(german), language: '' }, german)).toMatchObject({ language: '' })
  expect(draftOfProfile({ ...profile, language: 'constructor' }).language).toBe('')
})
