import { expect, test } from 'vitest'
import { overflowingSides } from './use-overflow.ts'

test.each([
  ['fits', 0, 800, 800, ''],
  ['fits but for a fraction', 0.4, 800, 800.6, ''],
  ['begins', 0, 800, 1000, 'right'],
  ['is in the middle', 100, 800, 1000, 'left right'],
  ['ends', 200, 800, 1000, 'left'],
])('marks the sides with hidden content for what %s', (_, scrolled, seen, all, sides) => {
  expect(overflowingSides(scrolled, seen, all)).toBe(sides)
})
