import { expect, test } from 'vitest'
import { verbOf } from './read-call.ts'

test.each(['TRACE', 'PROPFIND', 'OPTIONS'])('rejects %s', (method) => {
  expect(() => verbOf(method, {}, {})).toThrow(`The method '${method}' is not supported.`)
})
test('rejects an unknown override', () => {
  expect(() => verbOf('POST', {}, { method: 'fetch' })).toThrow("The method 'fetch' is not supported.")
})
test('only overrides POST', () => {
  expect(verbOf('GET', { 'x-http-method': 'DELETE' }, { method: 'DELETE' })).toBe('GET')
  expect(verbOf('PUT', { 'x-http-method': 'DELETE' }, {})).toBe('PUT')
})
test('uses the first of the headers and parameters, in any case', () => {
  const headers = { 'x-http-method-override': 'patch', 'x-http-method': 'PUT', 'x-method-override': 'GET' }
  expect(verbOf('POST', headers, { _method: 'DELETE' })).toBe('PATCH')
  expect(verbOf('POST', { 'x-http-method': 'PUT', 'x-method-override': 'GET' }, {})).toBe('PUT')
  expect(verbOf('POST', { 'x-method-override': 'GET' }, { method: 'PUT' })).toBe('GET')
  expect(verbOf('POST', {}, { _method: 'delete', method: 'PUT' })).toBe('DELETE')
  expect(verbOf('POST', {}, { method: 'put' })).toBe('PUT')
})
test('reads MERGE as PATCH, however it is sent', () => {
  expect(verbOf('MERGE', {}, {})).toBe('PATCH')
  expect(verbOf('POST', { 'x-http-method': 'merge' }, {})).toBe('PATCH')
})
test('reads HEAD as GET', () => {
  expect(verbOf('HEAD', {}, {})).toBe('GET')
})
