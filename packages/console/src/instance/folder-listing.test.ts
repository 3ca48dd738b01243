import { expect, test } from 'vitest'
import { filePath, folderPath, parentPath, readEntry } from './folder-listing.ts'

test('an entry without a path or name, and the folder itself, are passed over', () => {
  expect(readEntry({ type: 'file' }, 'docs')).toBeNull()
  expect(readEntry({ path: 'docs/', type: 'folder' }, 'docs')).toBeNull()
  expect(readEntry({ path: 7, name: null }, 'docs')).toBeNull()
})

test('what a server leaves out is not known rather than wrong', () => {
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

test('an address names any file and folder, whatever signs it has', () => {
  expect(filePath('files', 'a b/50% #1?.txt')).toBe('files/a%20b/50%25%20%231%3F.txt')
  expect([folderPath('files', ''), folderPath('files', 'ä/b')]).toEqual(['files/', 'files/%C3%A4/b/'])
  expect([parentPath('a/b/c'), parentPath('a')]).toEqual(['a/b', ''])
})
