import { expect, test } from 'vitest'
import { keyRows } from '../api/make-key.ts'

const of = (method: string, ...steps: readonly object[]) => ({ method, execution_plan: { steps: steps as never } })

test('allows the API to clients, and to scripts exactly what active endpoints request', () => {
  const endpoints = [
    of(
      'GET',
      { service: 'Shop', resource: '_table/orders' },
      { service: 'shop', resource: '_table/orders/{path.id}' },
      { type: 'transform', from: '{steps.o}' },
      { service: 'gone', resource: '_table/x' },
    ),
    of('POST', { service: 'shop', resource: '_table/orders/', method: 'POST' }, { service: 'mail', method: 'POST' }),
    { ...of('DELETE', { service: 'shop', resource: '_table/secret', method: 'DELETE' }), is_active: false },
  ]
  const rows = keyRows(
    9,
    endpoints,
    new Map([
      ['shop', 1],
      ['mail', 2],
    ]),
  )
  expect(rows.map((row) => [row.service_id, row.component, row.verb_mask, row.requestor_mask])).toEqual([
    [9, '*', 3, 1],
    [1, '_table/orders', 3, 2],
    [1, '_table/orders/*', 1, 2],
    [2, '*', 2, 2],
  ])
})
