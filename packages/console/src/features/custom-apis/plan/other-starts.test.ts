import type { DataViewRecord } from '@millwright/contract/records/data-view'
import { describe, expect, it } from 'vitest'
import { canBeStep } from '../start-queries.ts'
import { endpointOfRequest, endpointOfRoutine, endpointOfView } from './other-starts.ts'

const view: DataViewRecord = {
  id: 1,
  service_id: 2,
  service: 'shop',
  table: 'orders',
  name: 'Open orders',
  shared: true,
  owner_id: null,
  owner: null,
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
  filter: [
    { field: 'state', operator: '=', value: 'open' },
    { field: 'state', operator: 'sounds like', value: 'open' },
    { field: 'closed', operator: 'null', value: '' },
  ],
  fields: ['id', 'state'],
  order: 'id DESC',
}

describe('an endpoint from a data view', () => {
  it('has its conditions, columns and order, and what filters lack is left out', () => {
    expect(endpointOfView(view)).toMatchObject({
      method: 'GET',
      path: '/Open-orders',
      step: {
        service: 'shop',
        resource: '_table/orders',
        params: {
          filter: '(state = "open") and (closed is null)',
          fields: 'id,state',
          order: 'id DESC',
          limit: '{query.limit}',
        },
      },
    })
  })
})

describe('an endpoint from a routine', () => {
  it('takes its parameters that are given', () => {
    const params = [
      { name: 'month', type: 'integer', isIn: true },
      { name: 'total', type: 'decimal', isIn: false },
    ]
    expect(endpointOfRoutine('shop', { resource: '_proc/close_month', params })).toEqual({
      method: 'GET',
      path: '/close-month',
      step: {
        id: 'close_month',
        type: 'service_request',
        service: 'shop',
        method: 'GET',
        resource: '_proc/close_month',
        params: { month: '{query.month}' },
      },
      parameters: [{ place: 'query', name: 'month', required: true, schema: { type: 'integer' } }],
    })
    expect(endpointOfRoutine('shop', { resource: '_func/now', params: [] }).step).not.toHaveProperty('params')
  })
})

describe('an endpoint from a logged request', () => {
  const logged = {
    id: 1,
    verb: 'GET',
    service: 'shop',
    resource: '_table/orders/{id}',
    query: 'fields=id&filter&state',
  }
  it('takes what the log leaves out as parameters, but no filter', () => {
    expect(endpointOfRequest(logged)).toMatchObject({
      path: '/orders/{id}',
      step: { resource: '_table/orders/{path.id}', params: { fields: 'id', state: '{query.state}' } },
      parameters: [
        { place: 'path', name: 'id', required: true },
        { place: 'query', name: 'state', required: false },
      ],
    })
    expect(endpointOfRequest({ ...logged, verb: 'POST', resource: '_table/orders', query: null })).toMatchObject({
      method: 'POST',
      path: '/orders',
      step: { body: '{body}' },
      parameters: [],
    })
  })

  it('is none of services that steps cannot call', () => {
    const groupOf = (service: string) => ({ shop: 'Database', system: 'System' })[service]
    expect(canBeStep(logged, groupOf)).toBe(true)
    expect(canBeStep({ ...logged, service: 'system' }, groupOf)).toBe(false)
    expect(canBeStep({ ...logged, verb: 'HEAD' }, groupOf)).toBe(false)
  })
})
