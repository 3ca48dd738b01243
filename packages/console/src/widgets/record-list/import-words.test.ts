import { expect, test } from 'vitest'
import { progressWords } from './import-words.ts'

const way = { done: 0, total: 1200, keep: 'all', sent: null, seconds: 3 } as const

test('a file in one piece is sent by the hundred, and then it is the instance’s turn', () => {
  expect(progressWords({ ...way, sent: 0.429 })).toBe('Sending 1,200 rows: 42 %')
  expect(progressWords({ ...way, sent: 1 })).toMatch(/^1,200 rows in one piece: the instance checks .* 3 s$/)
})

test('where the browser does not say what is sent, nothing is made up', () => {
  expect(progressWords(way)).toMatch(/^1,200 rows in one piece/)
})

test('a file in pieces is told by its rows', () => {
  expect(progressWords({ ...way, keep: 'good', done: 500 })).toBe('500 of 1,200 rows')
})
