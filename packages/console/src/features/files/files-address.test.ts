import { expect, test } from 'vitest'
import {
  readEntrySort,
  readFilesSearch,
  readFolderPlace,
  searchOf,
  writeEntrySort,
  writePlace,
} from './files-address.ts'

test('ignores invalid parts of an address', () => {
  expect(readFilesSearch({ path: 7, sort: 'colour', allowroot: 'true', find: '', file: null })).toEqual({})
  expect(readEntrySort('-nothing')).toEqual({ field: 'name', down: false })
})

test('parses the service at the start of a path, whatever the number of slashes', () => {
  expect(readFolderPlace(undefined)).toBeNull()
  expect(readFolderPlace('/')).toBeNull()
  expect(readFolderPlace('//files')).toEqual({ service: 'files', folder: '' })
  expect(readFolderPlace('/files/a//b c/')).toEqual({ service: 'files', folder: 'a/b c' })
  expect(writePlace({ service: 'files', folder: 'a/b c' })).toBe('/files/a/b c/')
  expect(writePlace({ service: 'files', folder: '' })).toBe('/files/')
  expect(writePlace(null)).toBe('/')
})

test('keeps the order and `allowroot` for another folder, but not the search or the open file', () => {
  const now = readFilesSearch({ path: '/files/', sort: '-size', find: 'a', file: 'a.txt', allowroot: 'false' })
  expect(searchOf({ service: 'files', folder: 'b' }, now)).toEqual({
    path: '/files/b/',
    sort: '-size',
    allowroot: 'false',
  })
})

test('omits the default order from the address', () => {
  expect(writeEntrySort({ field: 'name', down: false })).toBeUndefined()
  expect(writeEntrySort({ field: 'name', down: true })).toBe('-name')
  expect(readEntrySort('-modified')).toEqual({ field: 'modified', down: true })
})
