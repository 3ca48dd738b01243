import { expect, it } from 'vitest'
import { median } from './median.ts'

it('is the middle, whatever the order', () => {
  expect(median([30, 1, 2])).toBe(2)
})

it('lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

it('is no number for none', () => {
  expect(median([])).toBeNaN()
})
