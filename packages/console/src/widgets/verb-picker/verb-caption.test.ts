import { expect, test } from 'vitest'
import { afterAllOrNone, verbCaption } from './verb-caption.ts'

test('the caption is nothing, the verb, or how many', () => {
  expect([verbCaption(0), verbCaption(8), verbCaption(3), verbCaption(31)]).toEqual([
    'None Selected',
    'PATCH',
    '2 Selected',
    '5 Selected',
  ])
})

test('all or none clears when anything is on', () => {
  expect([afterAllOrNone(0), afterAllOrNone(1), afterAllOrNone(31)]).toEqual([31, 0, 0])
})
