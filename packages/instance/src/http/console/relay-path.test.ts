import { expect, test } from 'vitest'
import { relayPath } from './console-app.ts'

test.each([
  '/api/v2/../../admin',
  '/api/v2/%2e%2e/admin',
  '/api/v2/.%2E/admin',
  '/api/v2/x/..%2f..%2fadmin',
  '/api/v2/x/..%5c..%5cadmin',
  '/api/v2/%252e%252e/admin',
  'http://other.test/api/v2/../x',
])('rejects %s, which leads upwards', (url) => {
  expect(() => relayPath(url)).toThrow('The path leads out of the API.')
})

test.each([
  ['/api/v2/system/admin?filter=a%20%3D%20..', '/api/v2/system/admin?filter=a%20%3D%20..'],
  ['/api/v2/files/a..b/%zz', '/api/v2/files/a..b/%zz'],
  ['http://other.test/api/v2/system', '/api/v2/system'],
])('passes %s as %s', (url, path) => {
  expect(relayPath(url)).toBe(path)
})
