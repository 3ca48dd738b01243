import { expect, test } from 'vitest'
import { readFilesSearch, readPlace, readSort, searchOf, writePlace, writeSort } from './files-address.ts'

test('ignores invalid parts of an address', () => {
  expect(readFilesSearch({ path: 7, sort: 'colour', allowroot: 'true', find: '', file: null })).toEqual({})
  expect(readSort('-nothing')).toEqual({ field: 'name', down: false })
})

test('parses the service at the start of a path, whatever the number of slashes', () => {
  expect(readPlace(undefined)).toBeNull()
  expect(readPlace('/')).toBeNull()
  expect(readPlace('//files')).toEqual({ service: 'files', folder: '' })
  expect(readPlace('/files/a//b c/')).toEqual({ service: 'files', folder: 'a/b c' })
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
  expect(writeSort({ field: 'name', down: false })).toBeUndefined()
  expect(writeSort({ field: 'name', down: true })).toBe('-name')
  expect(readSort('-modified')).toEqual({ field: 'modified', down: true })
})
