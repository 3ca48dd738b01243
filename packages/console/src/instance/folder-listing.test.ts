import { expect, test } from 'vitest'
import { filePath, folderPath, parentPath, readEntry } from './folder-listing.ts'

test('skips entries without path or name, and the folder itself', () => {
  expect(readEntry({ type: 'file' }, 'docs')).toBeNull()
  expect(readEntry({ path: 'docs/', type: 'folder' }, 'docs')).toBeNull()
  expect(readEntry({ path: 7, name: null }, 'docs')).toBeNull()
})

test('treats values that a server omits as unknown', () => {
  expect(readEntry({ name: 'a.txt' }, 'docs')).toEqual({
    name: 'a.txt',
    path: 'docs/a.txt',
    type: 'file',
    contentType: null,
    size: null,
    modified: null,
  })
  expect(readEntry({ path: '/docs/img/', name: 'img' }, 'docs')).toMatchObject({ path: 'docs/img', type: 'folder' })
  expect(readEntry({ path: 'a', content_length: 'many', last_modified: 'once' }, '')).toMatchObject({
    size: null,
    modified: null,
  })
})

test('builds the URL of any file and folder, whatever characters it contains', () => {
  expect(filePath('files', 'a b/50% #1?.txt')).toBe('files/a%20b/50%25%20%231%3F.txt')
  expect([folderPath('files', ''), folderPath('files', 'ä/b')]).toEqual(['files/', 'files/%C3%A4/b/'])
  expect([parentPath('a/b/c'), parentPath('a')]).toEqual(['a/b', ''])
})
