import { expect, test } from 'vitest'
import { lineChanges } from './line-changes.ts'

const numbered = (count: number, change: (line: number) => string = (line) => `line ${line}`) =>
  Array.from({ length: count }, (_, at) => change(at + 1)).join('\n')

test('a changed line stands among the two before and after it, and says how many are left out', () => {
  const after = numbered(20, (line) => (line === 10 ? 'another' : `line ${line}`))
  expect(lineChanges(numbered(20), after)).toEqual([
    { kind: 'left', count: 7 },
    { kind: 'same', text: 'line 8\nline 9' },
    { kind: 'removed', text: 'line 10' },
    { kind: 'added', text: 'another' },
    { kind: 'same', text: 'line 11\nline 12' },
    { kind: 'left', count: 8 },
  ])
})

test('short texts are shown whole, and a last line is a line', () => {
  expect(lineChanges('a\nb', 'a\nb\nc')).toEqual([
    { kind: 'same', text: 'a\nb' },
    { kind: 'added', text: 'c' },
  ])
  expect(lineChanges('', 'a\nb')).toContainEqual({ kind: 'added', text: 'a\nb' })
})

test('texts that have nothing in common are not compared line by line', () => {
  const [before, after] = [numbered(5000), numbered(5000, (line) => `other ${line}`)]
  expect(lineChanges(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
})
