import type { OwnedLookup } from '@millwright/contract/records/lookup'
import { expect, test } from 'vitest'
import { newLookup } from '../../widgets/list/lookup-keys/lookup-rows.ts'
import { checkPerson, draftOfCopy, draftOfPerson, personToCreate, personToUpdate } from './person-draft.ts'

const record = {
  id: 7,
  email: 'ann@example.test',
  name: 'Ann',
  first_name: 'Ann',
  last_name: null,
  username: null,
  is_active: false,
  shoe_size: 39,
  lookup_by_user_id: [],
}

const lookup = (over: Partial<OwnedLookup>): OwnedLookup => ({
  id: 1,
  name: '',
  value: '',
  private: false,
  description: null,
  allow_user_update: false,
  allow_admin_update: false,
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
  ...over,
})

test('requires an invitation or a password, and not both, for a new person', () => {
  const draft = { ...draftOfPerson(null), email: 'new@test.test' }
  expect(checkPerson(draft, true, 5)?.fields).toEqual({ sendInvite: 'Please select email invite or set password.' })
  expect(checkPerson(draftOfPerson(null), true, 5)?.fields).toEqual({
    email: 'Email is required.',
    sendInvite: 'Please select email invite or set password.',
  })
  expect(checkPerson({ ...draft, sendInvite: true, setPassword: true }, true, 5)?.fields).toEqual({
    sendInvite: 'Please select email invite or set password, but not both.',
  })
})

test('requires passwords to match, and then to be long enough', () => {
  const draft = { ...draftOfPerson(record), setPassword: true, password: 'abcd' }
  expect(checkPerson(draft, false, 5)?.fields).toEqual({
    password: 'Passwords do not match.',
    verifyPassword: 'Passwords do not match.',
  })
  expect(checkPerson({ ...draft, verifyPassword: 'abcd' }, false, 5)?.fields).toEqual({
    password: 'Password must be at least 5 characters.',
  })
})

test('rejects lookup keys with the same name', () => {
  const twice = { ...newLookup([]), name: 'k', value: 'v' }
  const draft = { ...draftOfPerson(record), lookups: [twice, { ...twice, key: 'other' }] }
  expect(checkPerson(draft, false, 5)?.fields).toHaveProperty('lookups')
})

test('does not require a password or invitation for an existing person', () => {
  expect(checkPerson(draftOfPerson(record), false, 5)).toBeNull()
})

test('a new person is active', () => {
  expect(draftOfPerson(null).is_active).toBe(true)
  expect(draftOfPerson(record).is_active).toBe(false)
})

test('does not send a typed password that was then switched off', () => {
  const draft = { ...draftOfPerson(record), password: 'secret', setPassword: false }
  expect(personToUpdate(draft, record)).not.toHaveProperty('password')
  expect(personToCreate({ ...draft, setPassword: true })).toHaveProperty('password', 'secret')
})

test('sends only fields of the form in an update', () => {
  expect(personToUpdate(draftOfPerson(record), record)).toEqual({
    email: 'ann@example.test',
    name: 'Ann',
    first_name: 'Ann',
    last_name: null,
    username: null,
    is_active: false,
    lookup_by_user_id: [],
  })
})

test('does not send empty fields of a new person', () => {
  expect(personToCreate({ ...draftOfPerson(null), email: ' a@example.test ' })).toEqual({
    email: 'a@example.test',
    is_active: true,
    lookup_by_user_id: [],
  })
})

test('sends a cleared text as empty', () => {
  const draft = { ...draftOfPerson(record), first_name: '' }
  expect(personToUpdate(draft, record)).toMatchObject({ first_name: '', last_name: null })
})

test('omits personal data from a copy', () => {
  const secret = lookup({ id: 1, name: 's', value: '**********', private: true })
  const plain = lookup({ id: 2, name: 'p', value: 'v', private: false })
  const copy = draftOfCopy({ ...record, username: 'ann', lookup_by_user_id: [secret, plain] })
  expect(copy).toMatchObject({ email: '', username: '', name: 'Ann' })
  expect(personToCreate(copy).lookup_by_user_id).toEqual([{ name: 'p', value: 'v', private: false }])
})

test('sends cleared identifiers as null, and a cleared name as an empty text', () => {
  const stored = { ...record, username: 'ann', phone: '555', last_name: 'Lee' }
  const emptied = { ...draftOfPerson(stored), username: ' ', phone: '', last_name: '' }
  expect(personToUpdate(emptied, stored)).toMatchObject({ username: null, phone: null, last_name: '' })
})
