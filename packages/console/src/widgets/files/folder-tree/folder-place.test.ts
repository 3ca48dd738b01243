import { expect, test } from 'vitest'
import { placeId, placesAbove, readPlaceId } from './folder-place.ts'

test('converts a place to its id and back, and returns its ancestors', () => {
  const place = { service: 'files', folder: 'a/b' }
  expect(readPlaceId(placeId(place))).toEqual(place)
  expect(placesAbove(place)).toEqual([
    { service: 'files', folder: '' },
    { service: 'files', folder: 'a' },
  ])
})
