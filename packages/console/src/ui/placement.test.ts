import { expect, test } from 'vitest'
import { tabAfterKey } from './tabs.tsx'
import { placeBeside } from './tooltip.tsx'

const page = { width: 400, height: 300 }
const bubble = { width: 100, height: 20 }

test.each([
  ['under its control, centred', { left: 100, top: 50, width: 40, height: 30 }, { left: 70, top: 86 }],
  ['above it at the bottom edge', { left: 100, top: 260, width: 40, height: 30 }, { left: 70, top: 234 }],
  ['inside the left edge', { left: 0, top: 50, width: 20, height: 30 }, { left: 6, top: 86 }],
  ['inside the right edge', { left: 380, top: 50, width: 20, height: 30 }, { left: 294, top: 86 }],
])('places a tooltip %s', (_, anchor, place) => {
  expect(placeBeside(anchor, bubble, page)).toEqual(place)
})

const ids = ['a', 'b', 'c'] as const

test.each([
  ['ArrowRight', 'a', 'b'],
  ['ArrowRight', 'c', 'a'],
  ['ArrowLeft', 'a', 'c'],
  ['Home', 'c', 'a'],
  ['End', 'a', 'c'],
  ['ArrowDown', 'a', undefined],
  ['x', 'a', undefined],
] as const)('moves with %s on tab %s to %s', (key, current, next) => {
  expect(tabAfterKey(ids, current, key, 'horizontal')).toBe(next)
})

test('moves through vertical tabs with the up and down keys', () => {
  expect(tabAfterKey(ids, 'a', 'ArrowDown', 'vertical')).toBe('b')
  expect(tabAfterKey(ids, 'a', 'ArrowRight', 'vertical')).toBeUndefined()
})
