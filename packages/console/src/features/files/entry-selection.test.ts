import { expect, test } from 'vitest'
import { choose, chooseAll, nothingChosen, stillThere, typedAhead } from './shown-entries.ts'

const rows = ['a', 'b', 'c', 'd']
const chosen = (selection: typeof nothingChosen) => [...selection.chosen]

test('a range extends from the last selected row, in both directions', () => {
  const one = choose(nothingChosen, rows, 'c', 'only')
  expect(chosen(choose(one, rows, 'd', 'range'))).toEqual(['c', 'd'])
  expect(chosen(choose(one, rows, 'a', 'range'))).toEqual(['a', 'b', 'c'])
})

test('a range from a deleted row selects only its end', () => {
  expect(chosen(choose({ chosen: new Set(['x']), anchor: 'x' }, rows, 'b', 'range'))).toEqual(['b'])
})

test('single rows are added and removed', () => {
  const two = choose(choose(nothingChosen, rows, 'a', 'only'), rows, 'c', 'toggle')
  expect(chosen(two)).toEqual(['a', 'c'])
  expect(chosen(choose(two, rows, 'a', 'toggle'))).toEqual(['c'])
})

test('deleted rows are removed from the selection', () => {
  expect(chosen(stillThere(chooseAll(rows), ['b', 'e']))).toEqual(['b'])
})

test('typed letters find the next row that starts with them, wrapping around', () => {
  const names = ['apple', 'Banana', 'blue', 'cherry']
  expect(typedAhead(names, 0, 'b')).toBe(1)
  expect(typedAhead(names, 1, 'b')).toBe(2)
  expect(typedAhead(names, 2, 'b')).toBe(1)
  expect(typedAhead(names, 1, 'bl')).toBe(2)
  expect(typedAhead(names, 0, 'x')).toBeNull()
})
