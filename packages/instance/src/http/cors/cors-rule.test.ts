import { allVerbs, maskOf } from '@millwright/contract/verbs'
import { describe, expect, test } from 'vitest'
import { type CorsRow, type CorsRule, compileRules, corsHeaders, preflight } from './cors-rules.ts'

const row = (row: Partial<CorsRow> = {}): CorsRow => ({
  path: '*',
  origin: '*',
  header: '*',
  exposed_header: null,
  max_age: 0,
  method: allVerbs,
  supports_credentials: 0,
  ...row,
})
const rule = (values: Partial<CorsRow> = {}): CorsRule => {
  const [compiled] = compileRules([row(values)])
  if (compiled === undefined) throw new Error('nothing compiled')
  return compiled
}
const asked = { origin: 'https://a.test', method: 'POST', headers: 'x-one' }

describe('a preflight is rejected with 405', () => {
  test('without an entry', () => {
    expect(preflight(undefined, asked)).toMatchObject({ status: 405 })
  })
  test.each(['DELETE', 'TRACE', 'HEAD'])('for %s, which the entry does not allow', (method) => {
    const { status, headers } = preflight(rule({ method: maskOf(['GET', 'POST']) }), { ...asked, method })
    expect(status).toBe(405)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('an allowed preflight', () => {
  test('returns the methods, headers and age of the entry', () => {
    const entry = rule({ method: maskOf(['GET', 'POST']), header: 'X-One, X-Two', max_age: 0 })
    expect(preflight(entry, asked)).toEqual({
      status: 204,
      headers: {
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'X-One, X-Two',
        'access-control-max-age': '0',
      },
    })
  })
  test('allows the requested headers if the entry has *', () => {
    expect(preflight(rule(), asked).headers['access-control-allow-headers']).toBe('x-one')
  })
  test('allows nothing for an unlisted origin', () => {
    const { headers } = preflight(rule({ origin: 'https://b.test, https://c.test' }), asked)
    expect(Object.keys(headers)).toEqual(['vary'])
  })
})

describe('the allowed origin is', () => {
  const origin = (values: Partial<CorsRow>, from: string | undefined = 'https://a.test') =>
    corsHeaders(rule(values), from)['access-control-allow-origin']
  test.each([
    ['* for everybody', { origin: '*' }, '*'],
    ['the own one for * with credentials', { origin: '*', supports_credentials: 1 }, 'https://a.test'],
    ['the only one listed, whoever asks', { origin: 'https://b.test' }, 'https://b.test'],
    ['the own one among several', { origin: 'https://b.test, https://a.test' }, 'https://a.test'],
    ['absent when several others are listed', { origin: 'https://b.test, https://c.test' }, undefined],
    ['absent when none is listed', { origin: '' }, undefined],
    ['absent when no header could hold it', { origin: 'https://a.test\r\nx: y' }, undefined],
  ])('%s', (_, values, expected) => {
    expect(origin(values)).toBe(expected)
  })
})

test('returns the exposed headers and credentials for an actual request', () => {
  expect(corsHeaders(rule({ exposed_header: 'ETag,X-Two', supports_credentials: 1 }), 'https://a.test')).toEqual({
    vary: 'Origin',
    'access-control-allow-origin': 'https://a.test',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'ETag, X-Two',
  })
  expect(corsHeaders(undefined, 'https://a.test')).toEqual({ vary: 'Origin' })
})

test('uses the entry with the longest path', () => {
  expect(compileRules([row({ path: '*' }), row({ path: 'api/v2/db/*' })]).map(({ path }) => path)).toEqual([
    'api/v2/db/*',
    '*',
  ])
})

test.each([
  ['*', '/api/v2/x', true],
  ['api/*', '/api/v2/db/_table/x', true],
  ['/api/*', '/api/v2', true],
  ['api/*', '/apix/v2', false],
  ['api/*/_table', '/api/v2/db/_table', true],
  ['api/*/_table', '/api/v2/db/_table/x', false],
  ['api/v2', '/api/v2', true],
  ['api/v2', '/api/v2/x', false],
  ['a*a', '/a', false],
  ['^/API/v\\d+/db', '/api/v2/db/_table', true],
  ['^/other', '/api/v2', false],
  ['^(', '/api/v2', false],
])('matches the pattern %s against %s: %s', (path, url, expected) => {
  expect(rule({ path }).matches(url)).toBe(expected)
})
