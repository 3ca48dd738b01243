import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('an unknown option is rejected, with the known ones', () => {
  expect(() => readArguments(['--time'])).toThrow(/Unknown option --time\. Usage: .*--times/)
})

test.each([
  [[], { level: 'gate', files: [], words: [], times: false }],
  [['types', 'unit'], { level: 'gate', files: [], words: ['types', 'unit'], times: false }],
  [['all', '--times'], { level: 'all', files: [], words: [], times: true }],
  [['all', 'unit'], { level: 'all', files: [], words: ['unit'], times: false }],
  [['changed'], { level: 'changed', files: [], words: [], times: false }],
  [['--times', 'changed', 'main~3'], { level: 'changed', base: 'main~3', files: [], words: [], times: true }],
  [['a/b.test.tsx'], { level: 'gate', files: ['a/b.test.tsx'], words: [], times: false }],
])('%j', (args, read) => {
  expect(readArguments(args)).toEqual(read)
})
