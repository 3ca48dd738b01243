import { expect, it } from 'vitest'
import { median } from './median.ts'

it('is the middle number in any order', () => {
  expect(median([30, 1, 2])).toBe(2)
})

it('is the mean of the two middle numbers', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

it('is NaN for an empty list', () => {
  expect(median([])).toBeNaN()
})
