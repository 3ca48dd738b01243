import { expect, test } from 'vitest'
import { disposition } from './disposition.ts'

test('a name has neither folders nor line breaks', () => {
  expect(disposition('a/..\\b\r\n.csv')).toBe('attachment; filename="a_.._b_.csv"')
})

test('a name may be in any script', () => {
  expect(disposition('жук.csv')).toBe(
    `attachment; filename="___.csv"; filename*=UTF-8''${encodeURIComponent('жук.csv')}`,
  )
})
