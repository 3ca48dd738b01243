import { expect, test } from 'vitest'
import { afterAllOrNone, verbCaption } from './verb-picker.tsx'

test('shows nothing, the verb, or the number of verbs', () => {
  expect([verbCaption(0), verbCaption(8), verbCaption(3), verbCaption(31)]).toEqual([
    'None Selected',
    'PATCH',
    '2 Selected',
    '5 Selected',
  ])
})

test('clears all verbs if any is chosen', () => {
  expect([afterAllOrNone(0), afterAllOrNone(1), afterAllOrNone(31)]).toEqual([31, 0, 0])
})
