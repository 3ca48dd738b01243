import { expect, test } from 'vitest'
import { answerOf, headersOf } from './script-result.ts'

test.each([
  'Set-Cookie',
  'set-cookie2',
  'Clear-Site-Data',
  'Strict-Transport-Security',
  'Service-Worker-Allowed',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'WWW-Authenticate',
  'Connection',
  'Content-Length',
  'Transfer-Encoding',
])('a script cannot set the header %s', (name) => {
  expect(headersOf({ [name]: 'x', 'X-Shop': 'open' })).toEqual({ 'x-shop': 'open' })
})

test('a script can set other headers of its response', () => {
  const response = { status_code: 201, content: { a: 1 }, headers: { 'X-Left': 3, Location: '/there' } }
  expect(answerOf(response)).toEqual({ status: 201, body: { a: 1 }, headers: { 'x-left': '3', location: '/there' } })
})
