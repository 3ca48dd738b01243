import { expect, test } from 'vitest'
import {
  allMatching,
  countOf,
  isNothing,
  isSelected,
  nothing,
  pageState,
  rangeSelected,
  setSelected,
  toggled,
} from './selection.ts'

test('starts with nothing selected', () => {
  expect(isNothing(nothing)).toBe(true)
  expect(countOf(nothing, 900)).toBe(0)
  expect(pageState(nothing, [1, 2])).toBe('none')
})

test('selects by id, across pages', () => {
  const chosen = toggled(toggled(nothing, 3), 250)
  expect([isSelected(chosen, 3), isSelected(chosen, 250), isSelected(chosen, 4)]).toEqual([true, true, false])
  expect(isNothing(toggled(toggled(chosen, 3), 250))).toBe(true)
})

test('selects all matches except those deselected', () => {
  const chosen = toggled(allMatching, 7)
  expect(isSelected(chosen, 7)).toBe(false)
  expect(isSelected(chosen, 99_999)).toBe(true)
  expect(countOf(chosen, 1200)).toBe(1199)
  expect(countOf(chosen, null)).toBeNull()
  expect(isSelected(toggled(chosen, 7), 7)).toBe(true)
})

test('selects the rows of a range, in either direction', () => {
  const page = [10, 11, 12, 13]
  expect(pageState(rangeSelected(nothing, page, 12, 10), page)).toBe('some')
  expect(rangeSelected(nothing, page, 12, 10)).toEqual(setSelected(nothing, [10, 11, 12], true))
  expect(rangeSelected(nothing, page, 99, 13)).toEqual(setSelected(nothing, [13], true))
})

test('selects and deselects a whole page', () => {
  const page = [1, 2, 3]
  const chosen = setSelected(nothing, page, true)
  expect(pageState(chosen, page)).toBe('all')
  expect(pageState(setSelected(chosen, page, false), page)).toBe('none')
})
