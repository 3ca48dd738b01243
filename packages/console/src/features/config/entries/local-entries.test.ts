import { expect, test } from 'vitest'
import { freshLocalId, localAddress, localId } from './local-entries.ts'

test.each(['3', 'new', 'new-', 'new-100000', 'new-12x', 'new--1', null])('%j is not an unsaved entry', (address) => {
  expect(localId(address)).toBeNull()
})

test('a temporary id is parsed from its address', () => {
  expect(localId(localAddress(0))).toBe(0)
  expect(localId(localAddress(99_999))).toBe(99_999)
})

test('temporary ids are below 100000 and unique', () => {
  expect(freshLocalId([], () => 0.999999999)).toBe(99_999)
  expect(freshLocalId([99_999, 0], () => 0.999999999)).toBe(1)
})
