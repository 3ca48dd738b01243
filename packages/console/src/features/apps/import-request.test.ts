import { expect, test } from 'vitest'
import { checkImport, emptyImport, hasUnexpectedExtension, importBody, isLink } from './import-panel.tsx'

const file = new File(['PK'], 'shop.dfpkg')

test('rejects an empty import, and a name without its file', () => {
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

test('notices another file extension, except for URLs without one', () => {
  expect(hasUnexpectedExtension({ ...emptyImport, path: 'shop.zip', file: new File([], 'shop.zip') })).toBe(true)
  expect(hasUnexpectedExtension({ ...emptyImport, path: 'https://x.test/shop.zip?token=1' })).toBe(true)
  expect(hasUnexpectedExtension({ ...emptyImport, path: 'https://x.test/shop.DFPKG?token=1' })).toBe(false)
  expect(hasUnexpectedExtension({ ...emptyImport, path: 'https://' })).toBe(false)
  expect(hasUnexpectedExtension({ ...emptyImport, path: 'shop.dfpkg', file })).toBe(false)
  expect(hasUnexpectedExtension(emptyImport)).toBe(false)
})

test('sends a URL as a bare record', () => {
  const draft = { ...emptyImport, path: ' https://x.test/a.dfpkg ', storage_service_id: 4, storage_container: ' box ' }
  expect(importBody(draft)).toEqual({
    import_url: 'https://x.test/a.dfpkg',
    storage_service_id: 4,
    storage_container: 'box',
  })
})

test('sends a file as a form, with storage 0 if none was chosen', () => {
  const body = importBody({ ...emptyImport, path: 'shop.dfpkg', file })
  if (!(body instanceof FormData)) throw new Error('This is no form.')
  expect(body.get('file')).toHaveProperty('name', 'shop.dfpkg')
  expect([body.get('storage_service_id'), body.get('storage_container')]).toEqual(['0', ''])
})
