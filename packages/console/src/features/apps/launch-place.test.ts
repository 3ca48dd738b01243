import { appType } from '@millwright/contract/records/app'
import { expect, test } from 'vitest'
import { launchPlace, storedOrigin } from './app-draft.ts'

const place = { type: appType.storage, storage_container: '/applications/', path: 'shop//index.html', url: 'http://x' }

test('an app on an unknown service, elsewhere or without a location has no launch URL', () => {
  expect(launchPlace(place, 'http://here', undefined)).toBeNull()
  expect(launchPlace({ ...place, type: appType.none }, 'http://here', 'files')).toBeNull()
  expect(launchPlace({ ...place, type: appType.url }, 'http://here', 'files')).toBeNull()
  expect(launchPlace({ ...place, type: appType.path, path: ' ' }, 'http://here', undefined)).toBeNull()
})

test('extra slashes and empty parts are removed', () => {
  expect(launchPlace(place, 'http://here', 'files')).toBe('http://here/files/applications/shop/index.html')
  expect(launchPlace({ ...place, storage_container: '', path: '' }, 'http://here', 'files')).toBe('http://here/files')
  expect(launchPlace({ ...place, type: appType.path, path: '/a/b' }, 'http://here', 'files')).toBe('http://here/a/b')
})

test('the origin is that of the URL that the instance returned for the app', () => {
  const launch_url = 'https://files.example.test/files/x'
  expect(storedOrigin({ type: appType.storage, launch_url })).toBe('https://files.example.test')
  expect(storedOrigin({ type: appType.url, launch_url })).toBeNull()
  expect(storedOrigin({ type: appType.path, launch_url: 'javascript:alert(1)' })).toBeNull()
  expect(storedOrigin(null)).toBeNull()
})
