import { expect, test } from 'vitest'
import { lineChanges } from './changed-lines.tsx'

const numbered = (count: number, change: (line: number) => string = (line) => `line ${line}`) =>
  Array.from({ length: count }, (_, at) => change(at + 1)).join('\n')

test('shows a changed line with two lines of context, and counts the omitted lines', () => {
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

test('shows short texts completely, and compares a last line without line break', () => {
  expect(lineChanges('a\nb', 'a\nb\nc')).toEqual([
    { kind: 'same', text: 'a\nb' },
    { kind: 'added', text: 'c' },
  ])
  expect(lineChanges('', 'a\nb')).toContainEqual({ kind: 'added', text: 'a\nb' })
})

test('does not compare texts with nothing in common line by line', () => {
  const before = numbered(5000)
  const after = numbered(5000, (line) => `other ${line}`)
  expect(lineChanges(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
})
