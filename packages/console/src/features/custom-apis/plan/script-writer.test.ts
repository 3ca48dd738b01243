import type { PlanStep } from '@millwright/contract/records/execution-plan'
import { expect, test } from 'vitest'
import { scriptOf, type WrittenEndpoint } from './script-writer.ts'

interface Sent {
  readonly verb: string
  readonly path: string
  readonly payload: unknown
  readonly parameters: Readonly<Record<string, unknown>>
}

const rows = [
  { id: 2, name: 'Bolt', state: 'open' },
  { id: 1, name: 'Nut', state: 'sold' },
]

/** Runs a script as an instance does, with services that answer with these rows. */
async function run(endpoint: WrittenEndpoint, request: object) {
  const sent: Sent[] = []
  const answered: unknown[] = []
  const platform = {
    session: { user: { id: 7 } },
    api: {
      call: async (verb: string, path: string, payload: unknown, { parameters }: Pick<Sent, 'parameters'>) => {
        sent.push({ verb, path, payload, parameters })
        return { status_code: 200, body: { resource: rows } }
      },
    },
  }
  const event = {
    request: { method: 'GET', resource: 'orders', parameters: {}, payload: {}, headers: {}, ...request },
    setResponse: (content: unknown, status: number) => void answered.push(content, status),
  }
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>
  await new AsyncFunction('event', 'platform', scriptOf(endpoint))(event, platform)
  return { sent, answered }
}

const list: PlanStep = {
  id: 'orders',
  service: 'shop',
  resource: '_table/orders',
  params: { filter: "(state = '{query.state}') and (owner = {user.id})", limit: '{query.limit}' },
}

test('rejects another method', async () => {
  const { answered, sent } = await run({ method: 'POST', path: '/orders', steps: [list], mapping: {} }, {})
  expect([answered[1], sent]).toEqual([405, []])
})

test('quotes what comes from the caller, in filters and paths', async () => {
  const evil = `x" or "a"="a`
  const one: PlanStep = { id: 'one', service: 'shop', resource: '_table/orders/{path.id}', when: '{query.state}' }
  const { sent } = await run(
    { method: 'GET', path: '/orders/{id}/\u2028x', steps: [list, one], mapping: {} },
    { resource: 'orders/..%2Fusers/x', parameters: { state: evil, limit: '5' } },
  )
  expect(sent[0]?.parameters).toEqual({ filter: '(state = "x\\" or \\"a\\"=\\"a") and (owner = "7")', limit: '5' })
  expect(sent[1]?.path).toBe('shop/_table/orders/..%2Fusers')
})

test('does what the steps do: each, operations, and the response', async () => {
  const steps: readonly PlanStep[] = [
    list,
    {
      id: 'sorted',
      type: 'transform',
      from: '{steps.orders}',
      ops: [
        { op: 'sort', by: 'id' },
        { op: 'filter', field: 'state', cmp: 'in', value: ['open', 'sold'] },
        { op: 'rename', map: { name: 'title' } },
        { op: 'omit', fields: ['state'] },
        { op: 'defaults', values: { 'a b': '{query.state}' } },
        { op: 'limit', count: 1 },
        { op: 'unwrap' },
        { op: 'wrap', key: 'rows' },
      ],
    },
    { id: 'count', type: 'transform', from: '{steps.orders}', ops: [{ op: 'count' }] },
    {
      id: 'written',
      service: 'shop',
      resource: '_table/log',
      method: 'POST',
      each: '{steps.orders.resource}',
      body: { resource: [{ of: '{item.id}', text: 'Order {item.id} `$' }] },
    },
  ]
  const mapping = { sorted: '{steps.sorted.rows}', count: '{steps.count.count}', unknown: '{steps.sorted.no.such}' }
  const { answered, sent } = await run(
    { method: 'GET', path: '/orders', steps, mapping },
    { parameters: { state: 's' } },
  )
  expect(answered).toEqual([{ sorted: [{ 'a b': 's', id: 1, title: 'Nut' }], count: 2, unknown: undefined }, 200])
  expect(sent.slice(1).map(({ payload }) => payload)).toEqual([
    { resource: [{ of: 2, text: 'Order 2 `$' }] },
    { resource: [{ of: 1, text: 'Order 1 `$' }] },
  ])
})
