import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTarget } from './target.ts'

const read = (url: string) => {
  const { service, resource, params } = readTarget(url)
  return { service, resource, params: { ...params } }
}

describe('rejects', () => {
  test.each(['/api/v2/system/%zz', '/api/v2/system?filter=%', '/api/v2/system/%ff'])(
    '%s, which cannot be decoded',
    (url) => {
      expect(() => readTarget(url)).toThrow(/percent sign/)
    },
  )
  test('null characters', () => {
    expect(() => readTarget('/api/v2/files/a%00b')).toThrow(/null characters/)
  })
})

test('splits service and resource', () => {
  expect(read('/api/v2/system/admin/5')).toEqual({ service: 'system', resource: 'admin/5', params: {} })
})
test('returns neither for the list of services', () => {
  expect(read('/api/v2')).toEqual({ service: '', resource: '', params: {} })
  expect(read('/api/v2/?fields=id')).toEqual({ service: '', resource: '', params: { fields: 'id' } })
})
test('ignores case in service names but not in resources', () => {
  expect(read('/api/v2/System/Admin')).toMatchObject({ service: 'system', resource: 'Admin' })
})
test.each([
  '/api/v2/system//admin/',
  '/api/v2/system/./admin',
  '/api/v2/../system/admin',
  '/api/v2/system/%2e%2e/admin',
])('reads %s without empty and dotted segments', (url) => {
  expect(read(url)).toMatchObject({ service: 'system', resource: 'admin' })
})
test('decodes paths and parameters, the last of repeated ones', () => {
  expect(read('/api/v2/system/custom/a%20b?filter=x+%3D%20%27%C3%BC%27&limit=1&limit=2&flag')).toEqual({
    service: 'system',
    resource: 'custom/a b',
    params: { filter: "x = 'ü'", limit: '2', flag: '' },
  })
})
test.each([
  ['fields=a&fields=b', { fields: 'a,b' }],
  ['fields[]=a&fields[]=b%2Cc', { fields: 'a,b,c' }],
  ['ids%5B0%5D=1&ids%5B1%5D=2', { ids: '1,2' }],
  [
    'related=x&order=a&order=b+desc&x_by_id_fields=c&x_by_id.fields=d&x_by_id_fields=e',
    { related: 'x', order: 'a,b desc', x_by_id_fields: 'c,e', 'x_by_id.fields': 'd' },
  ],
  ['fields=&fields=a&fields=', { fields: 'a' }],
  ['filter[]=a&limit=1&limit=2&tag[]=x', { 'filter[]': 'a', limit: '2', 'tag[]': 'x' }],
  [
    '__proto__[]=1&fields[x]=1',
    Object.fromEntries([
      ['__proto__[]', '1'],
      ['fields[x]', '1'],
    ]),
  ],
])('joins repeated lists: %s', (query, params) => {
  expect(read(`/api/v2/db/_table/t?${query}`).params).toEqual(params)
})
test('accepts parameters with names of object members', () => {
  const { params } = readTarget('/api/v2/system?__proto__=1&constructor=2')
  expect(params.constructor).toBe('2')
  expect(Object.getPrototypeOf(params)).toBeNull()
})
test('never leads upwards, and throws nothing but Problems', () => {
  fc.assert(
    fc.property(fc.string(), (tail) => {
      try {
        expect(`/${readTarget(`/api/v2/${tail}`).resource}/`).not.toMatch(/\/\.\.?\/|\/\/./)
      } catch (error) {
        expect(error).toMatchObject({ status: 400 })
      }
    }),
  )
})
