import { expect, test } from 'vitest'
import { type RecentPlace, readPlaces, withPlace } from './recent-places.ts'

const contact: RecentPlace = { service: 'db', kind: 'table', name: 'contact' }
const part: RecentPlace = { service: 'db', kind: 'table', name: 'part', inDatabase: 'raw_part' }
const folder: RecentPlace = { service: 'files', kind: 'folder', name: 'a/b' }

test('ignores stored data that is not a list of places', () => {
  for (const stored of [null, '', '{', '[]', '{"person":1,"entries":[3,null,{"service":"db","kind":"x","name":"y"}]}'])
    expect(readPlaces(stored, 1)).toEqual([])
})

test('lists what a person opened once each, latest first, and nothing of others', () => {
  const stored = [contact, part, folder, contact].reduce((text: string | null, one) => withPlace(text, 1, one), null)
  expect(readPlaces(stored, 1)).toEqual([contact, folder, part])
  expect(readPlaces(stored, 2)).toEqual([])
  expect(readPlaces(withPlace(stored, 2, part), 2)).toEqual([part])
})

test('retains as many as fit a page', () => {
  const all = Array.from({ length: 100 }, (_, at) => ({ ...contact, name: `t${at}` }))
  const stored = all.reduce((text: string | null, one) => withPlace(text, 1, one), null)
  expect(readPlaces(stored, 1).map(({ name }) => name)).toContain('t99')
  expect(readPlaces(stored, 1).length).toBeLessThanOrEqual(12)
})
