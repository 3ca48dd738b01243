import { expect, it } from 'vitest'
import { isForeignHost } from './mcp-routes.ts'

it.each([
  ['evil.test', '127.0.0.1', null, true],
  ['evil.test:8080', '::1', null, true],
  ['evil.test', '::ffff:127.0.0.1', 'https://api.test/', true],
  ['', '127.0.0.1', null, true],
  ['localhost:8080', '127.0.0.1', null, false],
  ['app.localhost', '127.0.0.1', null, false],
  ['127.0.0.1:8080', '127.0.0.1', null, false],
  ['[::1]:8080', '::1', null, false],
  ['api.test', '127.0.0.1', 'https://api.test/', false],
  ['evil.test', '10.0.0.1', null, false],
] as const)('takes the host %j at %s, with the public URL %j, for foreign: %s', (host, at, publicUrl, expected) => {
  expect(isForeignHost(host, at, publicUrl)).toBe(expected)
})
