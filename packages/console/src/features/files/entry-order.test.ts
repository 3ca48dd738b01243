import { expect, test } from 'vitest'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { endingOf, findEntries, kindWord, sortEntries } from './shown-entries.ts'

const entry = (name: string, more: Partial<FileEntry> = {}): FileEntry => ({
  name,
  path: name,
  type: 'file',
  contentType: null,
  size: 1,
  modified: 1,
  ...more,
})
const names = (entries: readonly FileEntry[]) => entries.map(({ name }) => name)

test('sorts folders first, and names in natural order', () => {
  const entries = [entry('b10'), entry('B9'), entry('z', { type: 'folder' }), entry('a')]
  expect(names(sortEntries(entries, { field: 'name', down: false }))).toEqual(['z', 'a', 'B9', 'b10'])
  expect(names(sortEntries(entries, { field: 'name', down: true }))).toEqual(['z', 'b10', 'B9', 'a'])
})

test('sorts equal sizes by name, and entries without a size as smallest', () => {
  const entries = [entry('c', { size: 5 }), entry('a', { size: 5 }), entry('b', { size: null })]
  expect(names(sortEntries(entries, { field: 'size', down: true }))).toEqual(['a', 'c', 'b'])
  expect(names(sortEntries(entries, { field: 'size', down: false }))).toEqual(['b', 'a', 'c'])
})

test('searches a part of the name, ignoring case', () => {
  expect(names(findEntries([entry('Report.PDF'), entry('note')], ' repo '))).toEqual(['Report.PDF'])
})

test('takes the text after the last dot as the extension, unless the name starts with it', () => {
  expect([endingOf('a.tar.GZ'), endingOf('.env'), endingOf('plain')]).toEqual(['gz', '', ''])
  expect([kindWord(entry('a.js')), kindWord(entry('plain'))]).toEqual(['JS', 'File'])
})
