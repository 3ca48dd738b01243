import { expect, test } from 'vitest'
import { explainSearch, requestLine, timeParts, toneOf } from './request-list.tsx'

test('names a request by its verb and path, as far as they are known', () => {
  expect(requestLine({ verb: 'GET', service: 'db', resource: '_table/orders/{id}' })).toBe('GET db/_table/orders/{id}')
  expect([requestLine({ verb: 'GET', service: 'db', resource: '' }), requestLine({})]).toEqual(['GET db', ''])
})

test('highlights server errors before client errors', () => {
  expect([200, 302, 401, 404, 500].map((status) => toneOf({ status }))).toEqual([
    'neutral',
    'neutral',
    'warning',
    'warning',
    'danger',
  ])
})

test('attributes the rest of the duration to the instance', () => {
  const parts = timeParts({ duration_ms: 100, parts: { database: 60, script: 20 } })
  expect(parts.map(({ id, ms, share }) => [id, ms, share])).toEqual([
    ['script', 20, 0.2],
    ['database', 60, 0.6],
    ['rest', 20, 0.2],
  ])
})

test('scales concurrent parts to the duration', () => {
  const parts = timeParts({ duration_ms: 50, parts: { database: 60, remote: 40 } })
  expect(parts.map(({ share }) => share)).toEqual([0.6, 0.4])
  expect(timeParts({ duration_ms: 0, parts: null })).toEqual([])
})

test('links a rejected request to an explanation with its caller and call', () => {
  const refused = { verb: 'POST', service: 'db', resource: '_table/orders', app_id: 3, user_id: null }
  expect(explainSearch(refused, 'user')).toEqual({ app: 3, verb: 'POST', path: 'db/_table/orders' })
  expect(explainSearch({ ...refused, user_id: 7 }, 'admin')).toMatchObject({ by: 'admin', person: 7 })
})
