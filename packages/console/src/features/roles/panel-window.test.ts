import { expect, test } from 'vitest'
import { scrollWithoutPanel } from './panel-window.ts'

test('above the panel nothing changes, within it the rows stand still, below it they are moved up', () => {
  const at = (scrollTop: number) => scrollWithoutPanel(scrollTop, 400, 250)
  expect([0, 400, 401, 650, 651, 1000].map(at)).toEqual([0, 400, 400, 400, 401, 750])
})

test('without a panel a list is scrolled to where it is', () => {
  expect(scrollWithoutPanel(900, 400, 0)).toBe(900)
})
