import { expect, test } from 'vitest'
import { basePathOf, withoutBasePath } from './base-path.ts'

test.each([
  [null, ''],
  ['https://api.example.com', ''],
  ['https://api.example.com/some/path', '/some/path'],
])('the path of %s is %j', (publicUrl, path) => {
  expect(basePathOf(publicUrl)).toBe(path)
})

test.each([
  ['/', '/'],
  ['/api/v2/system', '/api/v2/system'],
  ['/some/pathless/x', '/some/pathless/x'],
  ['/other/some/path/x', '/other/some/path/x'],
  ['/.well-known/some/path', '/.well-known/some/path'],
  ['/some/path', '/'],
  ['/some/path?lang=de', '/?lang=de'],
  ['/some/path/', '/'],
  ['/some/path/api/v2/db?filter=a', '/api/v2/db?filter=a'],
  ['/.well-known/oauth-protected-resource/some/path/mcp/x', '/.well-known/oauth-protected-resource/mcp/x'],
])('%s is %s for the instance', (url, expected) => {
  expect(withoutBasePath(url, '/some/path')).toBe(expected)
})
