import { expect, test } from 'vitest'
import { uncovered } from '../harness/reach-everywhere.ts'

test('every panel, dialog and tab of the console is among those that are opened, or says why not', () => {
  expect(uncovered()).toEqual([])
})
