import { checkEndpoint } from '@millwright/contract/custom-apis/check-plan'
import { expect, test } from 'vitest'
import {
  checkEndpointDraft,
  definitionOf,
  draftOfEndpoint,
  undeclaredIn,
  withDeclared,
  withMadeStep,
  withStepName,
} from './endpoint-draft.ts'
import { withPathParameters } from './parameters.ts'
import { placeholdersFor } from './placeholders.ts'
import { changedStep, movedStep, withoutStep, withRemoved, withStep } from './step-list.ts'
import { actionChange, type StepColumn, type TableAction, tableStep } from './table-step.ts'

const column = (name: string, more: Partial<StepColumn> = {}): StepColumn => ({
  name,
  type: 'string',
  isKey: false,
  isComputed: false,
  isOptional: true,
  ...more,
})
const columns = [column('id', { type: 'integer', isKey: true }), column('total', { type: 'number', isOptional: false })]
const started = (action: TableAction, path: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'GET') =>
  withMadeStep(draftOfEndpoint({ method, path }), tableStep({ action, service: 'shop', table: 'orders', columns }))

/** As another client may have saved it. */
const foreign = {
  api_id: 1,
  method: 'GET',
  path: '/open/{id}',
  label: null,
  description: null,
  is_active: true,
  request_schema: {
    path: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] },
    query: { type: 'object', properties: { q: { type: 'string', enum: ['a'] } }, additionalProperties: false },
    version: 1,
  },
  execution_plan: {
    steps: [
      { id: 'o', service: 'shop', resource: '_table/orders', params: { limit: '{query.q}' }, x_position: [1, 2] },
      { type: 'transform', from: '{steps.o.resource}', ops: [{ op: 'pick', fields: ['id'] }] },
    ],
    cache: { ttl: 5 },
    x_canvas: {},
  },
  response_mapping: { rows: '{steps.o.resource}', nested: { of: ['{now}'] } },
} as const

test('refuses what cannot be sent: no step, no path, unreadable JSON, two members of one name', () => {
  const draft = draftOfEndpoint({ path: 'orders', response_mapping: {} })
  const twice = [0, 1].map((key) => ({ key, name: 'same', value: '' }))
  expect(
    Object.keys(checkEndpointDraft({ ...draft, response_mapping: twice, json: '{' })?.fields ?? {}).sort(),
  ).toEqual(['execution_plan', 'json', 'path', 'response_mapping'])
  expect(checkEndpointDraft({ ...started('list', '/orders'), unreadable: ['0 body'] })?.fields).toHaveProperty(
    'execution_plan',
  )
})

test('keeps everything that another client saved, also what the form does not show', () => {
  const { api_id: _, ...definition } = foreign
  expect(definitionOf(draftOfEndpoint(foreign), foreign)).toEqual(definition)
  const list = { ...foreign, response_mapping: ['{steps.o}'] }
  expect(definitionOf(draftOfEndpoint(list), list).response_mapping).toEqual(['{steps.o}'])
})

test.each(['list', 'read', 'insert', 'update', 'remove'] as const)('makes a valid plan of a table: %s', (action) => {
  const path = action === 'list' || action === 'insert' ? '/orders' : '/orders/{id}'
  const draft = started(action, path)
  const sources = [{ name: 'shop', group: 'Database' }]
  expect(checkEndpoint(definitionOf(draft, null), sources)).toEqual([])
  expect(undeclaredIn(draft)).toEqual([])
  const changed = draft.execution_plan.flatMap(({ key, step }) =>
    step.type === 'transform'
      ? []
      : changedStep(
          draft.execution_plan,
          key,
          actionChange(step, 'read', () => '{path.id}'),
        ),
  )
  expect(changed[0]?.step).toMatchObject({ method: 'GET', resource: '_table/orders/{path.id}' })
  expect(changed[0]?.step).not.toHaveProperty('body')
})

test('follows the path with its parameters, and keeps their types while it is typed', () => {
  const draft = draftOfEndpoint(foreign)
  const typed = withPathParameters(draft.request_schema, '/open/{id}/{part}')
  expect(typed.map(({ place, name, schema }) => [place, name, schema.type])).toEqual([
    ['path', 'id', 'integer'],
    ['path', 'part', 'string'],
    ['query', 'q', 'string'],
  ])
  expect(withPathParameters(typed, '/open').map(({ place }) => place)).toEqual(['query'])
})

test('offers parameters, fields of earlier steps and the caller, but no later step', () => {
  const { execution_plan: steps, request_schema: parameters } = started('list', '/orders')
  const known = steps.map(({ step }) => ({ key: 'orders', step, fields: ['id'] }))
  expect(placeholdersFor(parameters, [], false).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['{query.limit}', '{user.id}']),
  )
  expect(placeholdersFor(parameters, known, true).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['{item}', '{steps.orders.resource}', '{steps.orders.resource.0.id}']),
  )
})

test('renames a step with the placeholders that refer to it, unless another has the name', () => {
  const draft = draftOfEndpoint(foreign)
  const renamed = definitionOf(withStepName(draft, 0, 'orders'), foreign)
  expect(renamed.execution_plan.steps[1]).toMatchObject({ from: '{steps.orders.resource}' })
  expect(renamed.response_mapping).toMatchObject({ rows: '{steps.orders.resource}' })
  const clash = definitionOf(withStepName(draft, 0, 'step_1'), foreign)
  expect(clash.response_mapping).toMatchObject({ rows: '{steps.o.resource}' })
})

test('adds, moves and removes steps, and puts a removed one back where it was', () => {
  const one = { id: 'orders', service: 'shop', resource: '_table/orders' }
  const steps = withStep(withStep(withStep([], one), one), one)
  expect(steps.map(({ step }) => step.id)).toEqual(['orders', 'orders2', 'orders3'])
  const keys = (list: typeof steps) => list.map(({ key }) => key)
  expect(keys(movedStep(steps, 2, -1))).toEqual([2, 0, 1])
  expect(keys(movedStep(steps, 0, 9))).toEqual([1, 2, 0])
  const [, second] = steps
  const left = withoutStep(steps, 1)
  expect(keys(left)).toEqual([0, 2])
  expect(second && withRemoved(left, second, 1)).toEqual(steps)
})

test('declares a parameter once, and names those that are used without', () => {
  const draft = draftOfEndpoint(foreign)
  const { parameters, text } = withDeclared(draft, 'order state', 'boolean')
  expect(text).toBe('{query.order_state}')
  expect(withDeclared({ ...draft, request_schema: parameters }, 'order state')).toEqual({ parameters, text })
  const used = { ...foreign, response_mapping: { a: '{body.a.b} {header.x-y} {query.q} {path.id}' } }
  expect(undeclaredIn(draftOfEndpoint(used))).toEqual(['body.a', 'header.x-y'])
})

test('names a new step for its table, with what refers to it, but never one that has a name', () => {
  const orders = { id: 'orders', service: 'shop', resource: '_table/orders' }
  const later = { id: 'mine', type: 'transform' as const, from: '{steps.step.resource}' }
  const steps = withStep(withStep(withStep([], orders), { id: 'step', service: 'shop' }), later)
  const named = changedStep(steps, 1, { resource: '_table/orders' })
  expect(named.map(({ step }) => step.id)).toEqual(['orders', 'orders2', 'mine'])
  expect(named[2]?.step).toMatchObject({ from: '{steps.orders2.resource}' })
  expect(changedStep(named, 2, { resource: '_table/x' })[2]?.step.id).toBe('mine')
})
