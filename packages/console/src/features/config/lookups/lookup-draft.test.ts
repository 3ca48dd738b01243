import { secretMask } from '@millwright/contract/records/lookup'
import { expect, test } from 'vitest'
import { draftOfLookup, lookupEditing, lookupNotice, lookupToCreate, lookupToUpdate } from './lookup-kind.tsx'

const open = { id: 1, name: 'host', value: 'db.test', private: false, description: 'kept' }
const secret = { id: 2, name: 'key', value: secretMask, private: true }

test('requires a name for a new key', () => {
  expect(lookupNotice(draftOfLookup(null), true)).toEqual({
    type: 'warning',
    text: 'Lookup keys should have a unique name. Please choose a name other than the default.',
  })
  expect(lookupNotice({ ...draftOfLookup(open), name: ' ' }, false)).toEqual({
    type: 'error',
    text: 'Lookup keys should have a unique name. Please name your key.',
  })
})

test('neither shows nor sends a private value until another is typed', () => {
  const draft = draftOfLookup(secret)
  expect(draft.value).toBe('')
  expect(lookupToUpdate({ ...draft, name: 'token' }, secret)).toEqual({ name: 'token' })
  expect(lookupToUpdate({ ...draft, value: 'new' }, secret)).toEqual({ value: 'new' })
})

test('requires the value again when a private key becomes public', () => {
  const draft = { ...draftOfLookup(secret), private: false }
  const { check } = lookupEditing(secret)
  expect(Object.keys(check(draft, false)?.fields ?? {})).toEqual(['value'])
  expect(check({ ...draft, value: 'shown' }, false)).toBeNull()
  expect(lookupToUpdate({ ...draft, value: 'shown' }, secret)).toEqual({ private: false, value: 'shown' })
})

test('does not require the value again when a key becomes private', () => {
  expect(lookupToUpdate({ ...draftOfLookup(open), private: true }, open)).toEqual({ private: true })
})

test('allows clearing a value', () => {
  expect(lookupToUpdate({ ...draftOfLookup(open), value: '' }, open)).toEqual({ value: '' })
})

test('sends a new key completely', () => {
  expect(lookupToCreate({ name: ' host ', value: ' a\n', private: false })).toEqual({
    name: 'host',
    value: ' a\n',
    private: false,
  })
})
