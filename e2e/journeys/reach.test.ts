import { expect, test } from 'vitest'
import { reachEverywhere, uncovered } from '../harness/reach-everywhere.ts'

reachEverywhere({ width: 1366, height: 657 })

test('every panel, dialog and tab of the console is among those that are opened, or says why not', () => {
  expect(uncovered()).toEqual([])
})
