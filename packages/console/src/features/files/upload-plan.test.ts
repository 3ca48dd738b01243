import { expect, test } from 'vitest'
import { freeName, nameProblem } from './entry-names.ts'
import { conflictsOf, foldersOf, planFiles, type SourceFile } from './upload.ts'

const file = (path: string): SourceFile => ({ path, size: 1, type: '', content: async () => new Blob(['x']) })
const paths = (files: readonly SourceFile[]) => files.map(({ path }) => path)
const files = [file('a.txt'), file('b/a.txt'), file('b/c.txt')]
const existing = new Set(['a.txt', 'b/a.txt', 'b/a (2).txt'])

test('rejects names that are paths, too long or existing', () => {
  for (const name of ['', ' ', '..', 'a/b', 'a\\b', 'ä'.repeat(128), 'taken']) {
    expect(nameProblem(name, new Set(['taken']))).not.toBeNull()
  }
  expect(nameProblem('free', new Set(['taken']))).toBeNull()
})

test('appends the first free number to an existing name, before its extension', () => {
  const taken = new Set(['a.txt', 'a (2).txt', 'plain', '.env'])
  const free = (name: string) => freeName(name, (one) => taken.has(one))
  expect(['a.txt', 'plain', '.env', 'new'].map(free)).toEqual(['a (3).txt', 'plain (2)', '.env (2)', 'new'])
})

test('lists the files whose target exists', () => {
  expect(conflictsOf({ files, folders: [] }, existing)).toEqual(['a.txt', 'b/a.txt'])
})

test('skips these, sends them under their own name, or under a free one', () => {
  expect(paths(planFiles(files, existing, 'skip'))).toEqual(['b/c.txt'])
  expect(paths(planFiles(files, existing, 'replace'))).toEqual(paths(files))
  expect(paths(planFiles(files, existing, 'keep-both'))).toEqual(['a (2).txt', 'b/a (3).txt', 'b/c.txt'])
})

test('gives two files of an upload different free names', () => {
  const both = [file('a.txt'), file('a (2).txt')]
  expect(paths(planFiles(both, new Set(['a.txt']), 'keep-both'))).toEqual(['a (3).txt', 'a (2).txt'])
})

test('lists each folder once, after its parents', () => {
  expect(foldersOf({ files: [file('x/y/z.txt'), file('x/w.txt')], folders: ['empty/one'] })).toEqual([
    'empty',
    'empty/one',
    'x',
    'x/y',
  ])
})
