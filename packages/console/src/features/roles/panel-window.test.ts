import { expect, test } from 'vitest'
import { scrollWithoutPanel } from './access-rules.tsx'

test('above the panel the position is unchanged, within it it is constant, below it it is reduced by its height', () => {
  const at = (scrollTop: number) => scrollWithoutPanel(scrollTop, 400, 250)
  expect([0, 400, 401, 650, 651, 1000].map(at)).toEqual([0, 400, 400, 400, 401, 750])
})

test('without a panel the position is unchanged', () => {
  expect(scrollWithoutPanel(900, 400, 0)).toBe(900)
})
