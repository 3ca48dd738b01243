import { describe, expect, test } from 'vitest'
import { credentialsOf } from './credentials.ts'

const nothing = { service: 'system', resource: 'role', params: {}, headers: {}, payload: undefined }
const basicOf = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('returns no credentials for a request without any', () => {
  expect(credentialsOf(nothing)).toEqual({ apiKey: null, token: null, basic: null, scriptToken: null })
})

describe('the API key', () => {
  const payload = { api_key: 'body' }
  test('is read from query, header and body, in this order', () => {
    const headers = { 'x-dreamfactory-api-key': 'header' }
    expect(credentialsOf({ ...nothing, params: { api_key: 'query' }, headers, payload }).apiKey).toBe('query')
    expect(credentialsOf({ ...nothing, headers, payload }).apiKey).toBe('header')
    expect(credentialsOf({ ...nothing, payload }).apiKey).toBe('body')
  })
  test.each(['app', 'app/4', 'access_explanation'])('is ordinary data in a body for %s', (resource) => {
    expect(credentialsOf({ ...nothing, resource, payload }).apiKey).toBeNull()
  })
  test('must be a text', () => {
    expect(credentialsOf({ ...nothing, payload: { api_key: 7 } }).apiKey).toBeNull()
    expect(credentialsOf({ ...nothing, payload: [{ api_key: 'x' }] }).apiKey).toBeNull()
  })
})

describe('the session token', () => {
  test('is read from Authorization, its own header, query and body, in this order', () => {
    const params = { session_token: 'query' }
    const payload = { session_token: 'body' }
    const own = { 'x-dreamfactory-session-token': 'own' }
    const headers = { ...own, authorization: 'bearer auth' }
    expect(credentialsOf({ ...nothing, headers, params, payload }).token).toBe('auth')
    expect(credentialsOf({ ...nothing, headers: own, params, payload }).token).toBe('own')
    expect(credentialsOf({ ...nothing, params, payload }).token).toBe('query')
    expect(credentialsOf({ ...nothing, payload }).token).toBe('body')
  })
})

describe('HTTP Basic', () => {
  test('is only used without a token', () => {
    const headers = { authorization: basicOf('a@b.test:x') }
    expect(credentialsOf({ ...nothing, headers, params: { session_token: 't' } }).basic).toBeNull()
  })
  test('is split at the first colon', () => {
    const headers = { authorization: basicOf('a@b.test:pa:ss:ü') }
    expect(credentialsOf({ ...nothing, headers }).basic).toEqual({ email: 'a@b.test', password: 'pa:ss:ü' })
  })
  test('without a colon has no password, and is rejected by identification', () => {
    expect(credentialsOf({ ...nothing, headers: { authorization: basicOf('a@b.test') } }).basic).toEqual({
      email: 'a@b.test',
      password: '',
    })
  })
})
