import type { RequestSchema } from '@millwright/contract/records/execution-plan'
import { describe, expect, it } from 'vitest'
import { compareEndpoints } from './compare-endpoints.ts'
import { type DescribedEndpoint, shapeOfEndpoint } from './describe-endpoints.ts'

const endpoint = (more: Partial<DescribedEndpoint> = {}): DescribedEndpoint => ({
  method: 'GET',
  path: '/orders',
  label: null,
  description: null,
  response_mapping: null,
  request_schema: null,
  response_schema: null,
  execution_plan: { steps: [{ service: 'shop', resource: '_table/orders' }] },
  ...more,
})

const state = (...endpoints: DescribedEndpoint[]) =>
  endpoints.map((each) => ({ endpoint: each, shape: shapeOfEndpoint(each, () => null) }))

/** Changes as short texts, breaking ones with an exclamation mark. */
const changes = (before: DescribedEndpoint[], after: DescribedEndpoint[]) =>
  compareEndpoints(state(...before), state(...after)).map(({ breaking, kind, at, from, to }) =>
    [`${kind}${breaking ? '!' : ''}`, at, from, to].filter((each) => each !== null && each !== '').join(' '),
  )

const asked = (query: object, required: string[] = []) => {
  const request_schema: RequestSchema = { query: { type: 'object', properties: query, required } }
  return [endpoint({ request_schema })]
}
const answered = (response_schema: Record<string, unknown>) => [endpoint({ response_schema })]
const record = (properties: object) => ({
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'object', properties } } },
})
const text = { type: 'string' }
const whole = { type: 'integer' }

describe('what breaks callers', () => {
  it.each([
    ['an endpoint that is gone', [endpoint()], [], ['endpoint.removed!']],
    ['another verb', [endpoint()], [endpoint({ method: 'POST' })], ['endpoint.removed!', 'endpoint.added']],
    ['a parameter that has to be sent', asked({}), asked({ s: text }, ['s']), ['sent.added! query.s string']],
    ['one that has to be sent from now on', asked({ s: text }), asked({ s: text }, ['s']), ['sent.required! query.s']],
    ['one that is not known any more', asked({ s: text }), asked({}), ['sent.removed! query.s']],
    ['a narrower type', asked({ s: { type: 'number' } }), asked({ s: whole }), ['sent.type! query.s number integer']],
    ['a type where any was', asked({ s: {} }), asked({ s: whole }), ['sent.type! query.s any integer']],
    [
      'fewer values',
      asked({ s: { enum: ['a', 'b'] } }),
      asked({ s: { enum: ['a'] } }),
      ['sent.values! query.s "a", "b" "a"'],
    ],
    [
      'a lower bound',
      asked({ s: { type: 'string', maxLength: 9 } }),
      asked({ s: { type: 'string', maxLength: 5 } }),
      ['sent.values! query.s maxLength 9 maxLength 5'],
    ],
    [
      'a member less',
      answered(record({ id: whole, name: text })),
      answered(record({ id: whole })),
      ['answer.removed! answer.rows[].name'],
    ],
    [
      'null where there was a value',
      answered(record({ id: whole })),
      answered(record({ id: { type: ['integer', 'null'] } })),
      ['answer.type! answer.rows[].id integer integer, null'],
    ],
    [
      'another status',
      [endpoint()],
      [endpoint({ execution_plan: { steps: [], response: { status: 202 } } })],
      ['answer.status! 200 202'],
    ],
  ])('is %s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected)
  })
})

describe('what does not', () => {
  it.each([
    ['nothing', [endpoint()], [endpoint()], []],
    ['an endpoint more', [], [endpoint()], ['endpoint.added']],
    ['another name in the path', [endpoint({ path: '/a/{id}' })], [endpoint({ path: '/a/{nr}' })], []],
    ['a parameter that may be sent', asked({}), asked({ s: text }), ['sent.added query.s string']],
    ['one with a default', asked({}), asked({ s: { ...text, default: 'a' } }, ['s']), ['sent.added query.s string']],
    ['one that may be left out', asked({ s: text }, ['s']), asked({ s: text }), ['sent.optional query.s']],
    ['a wider type', asked({ s: whole }), asked({ s: { type: 'number' } }), ['sent.type query.s integer number']],
    ['a member more', answered(record({})), answered(record({ id: whole })), ['answer.added answer.rows[].id integer']],
    [
      'a value instead of null',
      answered(record({ id: { type: ['integer', 'null'] } })),
      answered(record({ id: whole })),
      ['answer.type answer.rows[].id integer, null integer'],
    ],
    ['other words', [endpoint()], [endpoint({ label: 'Orders' })], ['endpoint.described']],
    [
      'other steps',
      [endpoint()],
      [endpoint({ execution_plan: { steps: [{ service: 'shop', resource: '_table/others' }] } })],
      ['endpoint.steps'],
    ],
  ])('is %s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected)
  })
})

it('names breaking changes first', () => {
  const both = [endpoint({ path: '/new' }), endpoint({ path: '/orders', label: 'x' })]
  const found = compareEndpoints(state(endpoint(), endpoint({ path: '/old' })), state(...both))
  expect(found.map(({ endpoint: name, breaking }) => [name, breaking])).toEqual([
    ['GET /old', true],
    ['GET /new', false],
    ['GET /orders', false],
  ])
})
