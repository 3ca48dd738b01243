import { expect, test } from 'vitest'
import { checkImport, emptyImport, importBody, isLink, looksOther } from './import-request.ts'

const file = new File(['PK'], 'shop.dfpkg')

test('nothing, and a name without its file, cannot be imported', () => {
  expect(checkImport(emptyImport)?.fields.path).toBe('Choose a package file, or enter its URL.')
  expect(checkImport({ ...emptyImport, path: 'shop.dfpkg' })?.fields).toHaveProperty('path')
  expect(checkImport({ ...emptyImport, path: 'ftp://x.test/shop.dfpkg' })?.fields).toHaveProperty('path')
  expect(checkImport({ ...emptyImport, path: 'shop.dfpkg', file })).toBeNull()
})

test.each([
  ['http://x.test/a.dfpkg', true],
  ['HTTPS://x.test/a.dfpkg', true],
  ['a.dfpkg', false],
  ['httpx://a', false],
])('%s: is it a link? %s', (path, link) => {
  expect(isLink(path)).toBe(link)
})

test('another ending is noticed, but for addresses that do not tell', () => {
  expect(looksOther({ ...emptyImport, path: 'shop.zip', file: new File([], 'shop.zip') })).toBe(true)
  expect(looksOther({ ...emptyImport, path: 'https://x.test/shop.zip?token=1' })).toBe(true)
  expect(looksOther({ ...emptyImport, path: 'https://x.test/shop.DFPKG?token=1' })).toBe(false)
  expect(looksOther({ ...emptyImport, path: 'https://' })).toBe(false)
  expect(looksOther({ ...emptyImport, path: 'shop.dfpkg', file })).toBe(false)
  expect(looksOther(emptyImport)).toBe(false)
})

test('an address travels as a bare record', () => {
  const draft = { ...emptyImport, path: ' https://x.test/a.dfpkg ', storage_service_id: 4, storage_container: ' box ' }
  expect(importBody(draft)).toEqual({
    import_url: 'https://x.test/a.dfpkg',
    storage_service_id: 4,
    storage_container: 'box',
  })
})

test('a file travels as a form, with storage 0 when none was chosen', () => {
  const body = importBody({ ...emptyImport, path: 'shop.dfpkg', file })
  if (!(body instanceof FormData)) throw new Error('This is no form.')
  expect(body.get('file')).toHaveProperty('name', 'shop.dfpkg')
  expect([body.get('storage_service_id'), body.get('storage_container')]).toEqual(['0', ''])
})
