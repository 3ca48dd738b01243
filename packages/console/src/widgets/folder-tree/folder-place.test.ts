import { expect, test } from 'vitest'
import { placeId, placesAbove, readPlaceId } from './folder-place.ts'

test('a place is its id and back, and knows those above it', () => {
  const place = { service: 'files', folder: 'a/b' }
  expect(readPlaceId(placeId(place))).toEqual(place)
  expect(placesAbove(place)).toEqual([
    { service: 'files', folder: '' },
    { service: 'files', folder: 'a' },
  ])
})
