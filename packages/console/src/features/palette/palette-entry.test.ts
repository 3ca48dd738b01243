import { expect, test } from 'vitest'
import { matching, type PaletteEntry, placeEntry, withoutVerb } from './palette-entry.ts'
import { recentOf, withRecent } from './recent.ts'

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

test('without a text everything is offered', () => {
  expect(found('  ')).toEqual(['Home', 'Admins', 'API Docs'])
})

test('words are found by their beginnings, labels before hints and further words', () => {
  expect(found('ad')).toEqual(['Admins'])
  expect(found('doc a')).toEqual(['API Docs'])
  expect(found('s')).toEqual(['Home', 'Admins', 'API Docs'])
  expect(found('admins people')).toEqual(['Admins'])
  expect(found('swag')).toEqual(['API Docs'])
  expect(found('mins')).toEqual([])
})

test('a verb before a name is not searched for', () => {
  expect(['open customer', 'Go to  customer', 'opener', 'open '].map(withoutVerb)).toEqual([
    'customer',
    'customer',
    'opener',
    '',
  ])
})

test('what was chosen last comes first, once, of one person, and of what that person still sees', () => {
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

test('what other pages wrote in their place is no recent entry', () => {
  for (const kept of [
    '',
    '{',
    '[]',
    '{"person":1,"entries":[3,{"to":"javascript:alert(1)","label":"x"},{"label":{}}]}',
  ])
    expect(recentOf(kept, 1, entries, () => true)).toEqual([])
})
