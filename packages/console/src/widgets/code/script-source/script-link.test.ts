import { expect, test } from 'vitest'
import { asList, endingsFor, scriptEnding } from './file-button.tsx'
import { canPull, type LinkValues, linkedTo, plainText, pullCall, scriptLink } from './script-link.ts'

const services = [
  { id: 3, name: 'files', type: 'local_file' },
  { id: 4, name: 'my repo', type: 'github' },
]
const values = (id: string, more: Partial<LinkValues> = {}): LinkValues => ({
  ...linkedTo(null),
  storage_service_id: id,
  ...more,
})
const link = (id: string, more: Partial<LinkValues> = {}) => {
  const found = scriptLink(values(id, more), services)
  if (!found) throw new Error('It is not linked.')
  return found
}

test('does not link a script without a service or with a deleted one', () => {
  expect(['', '9'].map((id) => scriptLink(values(id), services))).toEqual([null, null])
})

test('requires the path for a folder, and repository, branch and path for a repository', () => {
  expect(canPull(link('3'))).toBe(false)
  expect(canPull(link('3', { storage_path: 'a.js' }))).toBe(true)
  expect(canPull(link('4', { storage_path: 'a.js', scm_repository: 'shop' }))).toBe(false)
  expect(canPull(link('4', { storage_path: 'a.js', scm_repository: 'shop', scm_reference: 'main' }))).toBe(true)
})

test('reads a script from a folder by path, from a repository by path and branch', () => {
  expect(pullCall(link('3', { storage_path: '/in a/b?.js' }))).toEqual({ path: 'files/in%20a/b%3F.js', params: {} })
  expect(pullCall(link('4', { storage_path: 'a.js', scm_repository: 'o/shop', scm_reference: 'main' }))).toEqual({
    path: 'my%20repo/_repo/o/shop',
    params: { path: 'a.js', branch: 'main', content: 1 },
  })
})

test('clears the location when another service is chosen', () => {
  expect(linkedTo(4)).toEqual({ storage_service_id: '4', scm_repository: '', scm_reference: '', storage_path: '' })
})

test.each([
  ['return 1', 'return 1'],
  ['{"content": "not of a code host"}', '{"content": "not of a code host"}'],
  ['{"content": "%%%", "encoding": "base64"}', '{"content": "%%%", "encoding": "base64"}'],
  ['{"content": "4oKs\\n", "encoding": "base64"}', '€'],
])('decodes the repository response %s to the script %s', (answer, script) => {
  expect(plainText(answer)).toBe(script)
})

test('accepts files by extension, ignoring case', () => {
  expect(asList(endingsFor('python3'))).toBe('.py, .python')
  expect(scriptEnding('Shop.JS', endingsFor('nodejs'))).toBe('js')
  expect(scriptEnding('shop.js', endingsFor('php'))).toBeNull()
  expect(scriptEnding('js', endingsFor('nodejs'))).toBeNull()
  expect(scriptEnding('any.yml', endingsFor('something else'))).toBe('yml')
})
