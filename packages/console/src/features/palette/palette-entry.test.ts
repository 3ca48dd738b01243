import { expect, test } from 'vitest'
import { matching, type PaletteEntry, placeEntry, recentOf, withoutVerb, withRecent } from './palette-entry.ts'

const entry = (label: string, hint = '', words = ''): PaletteEntry => ({
  ...placeEntry({ to: `/${label.toLowerCase()}` }, label, hint),
  words,
})
const entries = [
  entry('Home', 'First steps.'),
  entry('Admins', 'People who sign in.'),
  entry('API Docs', 'Read every call.', 'swagger'),
]
const found = (text: string) => matching(entries, text).map(({ label }) => label)

test('offers everything without a text', () => {
  expect(found('  ')).toEqual(['Home', 'Admins', 'API Docs'])
})

test('finds words by prefix, in labels before hints and keywords', () => {
  expect(found('ad')).toEqual(['Admins'])
  expect(found('doc a')).toEqual(['API Docs'])
  expect(found('s')).toEqual(['Home', 'Admins', 'API Docs'])
  expect(found('admins people')).toEqual(['Admins'])
  expect(found('swag')).toEqual(['API Docs'])
  expect(found('mins')).toEqual([])
})

test('ignores a verb before a name', () => {
  expect(['open customer', 'Go to  customer', 'opener', 'open '].map(withoutVerb)).toEqual([
    'customer',
    'customer',
    'opener',
    '',
  ])
})

test('lists recent entries first, without duplicates, of one person, and only those that the person still sees', () => {
  const sees = (to: string) => !to.startsWith('/admins')
  const [home, admins, docs] = entries.map((one) => one)
  if (!home || !admins || !docs) throw new Error('There are three.')
  const record = placeEntry({ to: '/data/db/customer', search: { filter: 'a' } }, 'customer', 'db')
  const kept = [docs, admins, home, record, docs].reduce((text: string | null, one) => withRecent(text, 1, one), null)
  const recent = recentOf(kept, 1, [home, docs], sees)
  expect(recent.map(({ label }) => label)).toEqual(['API Docs', 'customer', 'Home'])
  expect(recent[1]).toEqual(record)
  expect(recentOf(kept, 2, entries, sees)).toEqual([])
  expect(recentOf(withRecent(kept, 2, home), 2, entries, sees)).toEqual([home])
})

test('ignores stored data that is not a list of entries', () => {
  for (const kept of [
    '',
    '{',
    '[]',
    '{"person":1,"entries":[3,{"to":"javascript:alert(1)","label":"x"},{"label":{}}]}',
  ])
    expect(recentOf(kept, 1, entries, () => true)).toEqual([])
})
