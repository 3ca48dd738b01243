import { type OwnedLookup, secretMask } from '@millwright/contract/records/lookup'
import { expect, test } from 'vitest'
import { lookupRows, lookupsToSend, newLookup, rowProblems, withoutRow } from './lookup-rows.ts'

const stored = (over: Partial<OwnedLookup>): OwnedLookup => ({
  id: 1,
  name: 'region',
  value: 'north',
  private: false,
  description: null,
  allow_user_update: false,
  allow_admin_update: false,
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
  user_id: 5,
  ...over,
})

test('flags a duplicate name on every line that uses it', () => {
  const rows = [
    ...lookupRows([stored({})]),
    { ...newLookup([]), name: ' region ', value: 'x' },
    { ...newLookup([]), key: 'n2', name: 'other', value: 'x' },
  ]
  expect([...rowProblems(rows, true).keys()]).toEqual(['stored-1', 'new-1'])
})

test('flags a missing name or value, but not a missing value of a role', () => {
  const rows = [{ ...newLookup([]), name: '' }]
  expect(rowProblems(rows, true).get('new-1')).toEqual({ name: 'Name is required.', value: 'Value is required.' })
  expect(rowProblems(rows, false).get('new-1')).toEqual({ name: 'Name is required.' })
})

test("allows a removed line's name again", () => {
  const rows = withoutRow([...lookupRows([stored({})]), { ...newLookup([]), name: 'region', value: 'x' }], 'stored-1')
  expect(rowProblems(rows, true).size).toBe(0)
})

test('does not send untouched keys', () => {
  expect(
    lookupsToSend(lookupRows([stored({}), stored({ id: 2, private: true, value: secretMask })]), 'user_id'),
  ).toEqual([])
})

test('does not overwrite an untouched secret with its mask', () => {
  const [row] = lookupRows([stored({ private: true, value: secretMask })])
  expect(row && lookupsToSend([{ ...row, name: 'zone' }], 'user_id')).toEqual([{ id: 1, name: 'zone', private: true }])
  expect(row && lookupsToSend([{ ...row, value: 'new secret' }], 'user_id')).toEqual([
    { id: 1, name: 'region', private: true, value: 'new secret' },
  ])
})

test('sends a removed key without its owner, and omits a new one that was removed', () => {
  const rows = [...lookupRows([stored({})]), newLookup([])]
  expect(lookupsToSend(withoutRow(withoutRow(rows, 'stored-1'), 'new-1'), 'user_id')).toEqual([
    { id: 1, name: 'region', user_id: null },
  ])
})

test('sends a new key without an owner, which its parent sets', () => {
  expect(lookupsToSend([{ ...newLookup([]), name: 'zone', value: '7', isPrivate: true }], 'user_id')).toEqual([
    { name: 'zone', value: '7', private: true },
  ])
})
