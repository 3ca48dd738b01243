import { expect, test } from 'vitest'
import { callOf, explainSearch, timeParts, toneOf } from './request-words.ts'

test('a request is called by its verb and path, as far as they are known', () => {
  expect(callOf({ verb: 'GET', service: 'db', resource: '_table/orders/{id}' })).toBe('GET db/_table/orders/{id}')
  expect([callOf({ verb: 'GET', service: 'db', resource: '' }), callOf({})]).toEqual(['GET db', ''])
})

test('what the server did wrong stands out before what the caller did', () => {
  expect([200, 302, 401, 404, 500].map((status) => toneOf({ status }))).toEqual([
    'neutral',
    'neutral',
    'warning',
    'warning',
    'danger',
  ])
})

test('what is no part of a request’s time is the instance’s own', () => {
  const parts = timeParts({ duration_ms: 100, parts: { database: 60, script: 20 } })
  expect(parts.map(({ id, ms, share }) => [id, ms, share])).toEqual([
    ['script', 20, 0.2],
    ['database', 60, 0.6],
    ['rest', 20, 0.2],
  ])
})

test('what was done at the same time shares the time', () => {
  const parts = timeParts({ duration_ms: 50, parts: { database: 60, remote: 40 } })
  expect(parts.map(({ share }) => share)).toEqual([0.6, 0.4])
  expect(timeParts({ duration_ms: 0, parts: null })).toEqual([])
})

test('a refusal is explained by who called what', () => {
  const refused = { verb: 'POST', service: 'db', resource: '_table/orders', app_id: 3, user_id: null }
  expect(explainSearch(refused, 'user')).toEqual({ app: 3, verb: 'POST', path: 'db/_table/orders' })
  expect(explainSearch({ ...refused, user_id: 7 }, 'admin')).toMatchObject({ by: 'admin', person: 7 })
})
