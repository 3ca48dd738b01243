import { expect, test } from 'vitest'
import { readFilesSearch, readPlace, readSort, searchOf, writePlace, writeSort } from './files-address.ts'

test('what makes no sense in an address is passed over', () => {
  expect(readFilesSearch({ path: 7, sort: 'colour', allowroot: 'true', find: '', file: null })).toEqual({})
  expect(readSort('-nothing')).toEqual({ field: 'name', down: false })
})

test('a path begins with the service, however many slashes it has', () => {
  expect(readPlace(undefined)).toBeNull()
  expect(readPlace('/')).toBeNull()
  expect(readPlace('//files')).toEqual({ service: 'files', folder: '' })
  expect(readPlace('/files/a//b c/')).toEqual({ service: 'files', folder: 'a/b c' })
  expect(writePlace({ service: 'files', folder: 'a/b c' })).toBe('/files/a/b c/')
  expect(writePlace({ service: 'files', folder: '' })).toBe('/files/')
  expect(writePlace(null)).toBe('/')
})

test('another folder keeps the order and the bounds, not what was found or open', () => {
  const now = readFilesSearch({ path: '/files/', sort: '-size', find: 'a', file: 'a.txt', allowroot: 'false' })
  expect(searchOf({ service: 'files', folder: 'b' }, now)).toEqual({
    path: '/files/b/',
    sort: '-size',
    allowroot: 'false',
  })
})

test('the usual order leaves the address plain', () => {
  expect(writeSort({ field: 'name', down: false })).toBeUndefined()
  expect(writeSort({ field: 'name', down: true })).toBe('-name')
  expect(readSort('-modified')).toEqual({ field: 'modified', down: true })
})
