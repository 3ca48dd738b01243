import { expect, test } from 'vitest'
import type { ApiRequest } from '../../../request/api-request.ts'
import { indexLimits, type LimitRow } from './limit-index.ts'

let made = 0
const limit = (name: string, fields: Partial<LimitRow>): LimitRow => ({
  id: ++made,
  name,
  type: 'instance',
  rate: 1,
  period: 'minute',
  user_id: null,
  role_id: null,
  service_id: null,
  endpoint: null,
  verb: null,
  service: null,
  ...fields,
})
const on = (endpoint: string, fields: Partial<LimitRow> = {}) =>
  limit(endpoint, { type: 'instance.service.endpoint', service: 'DB', service_id: 1, endpoint, ...fields })

const caller = (user: number | null) =>
  ({ sysadmin: false, user: user === null ? null : { id: user }, role: { id: 7 } }) as ApiRequest['caller']

const index = indexLimits([
  limit('all', {}),
  limit('seven', { type: 'instance.role', role_id: 7 }),
  limit('each', { type: 'instance.each_user' }),
  on('_table/contact'),
  on('_table/*'),
  on('_table/con*'),
  on('*'),
  on('_table/contact*', { verb: 'POST' }),
  on('of three', { type: 'instance.user.service.endpoint', user_id: 3, endpoint: '_Table/*' }),
])
const applying = (resource: string, user: number | null = null) =>
  index.applying({ verb: 'GET', service: 'db', resource, caller: caller(user) }).map(({ name }) => name)

test('counts a request once in each limit that applies to it, and in no other', () => {
  expect(applying('_schema')).toEqual(['all', '*', 'seven'])
  expect(applying('_table/contact/').toSorted()).toEqual(
    ['*', '_table/*', '_table/con*', '_table/contact', 'all', 'seven'].toSorted(),
  )
  expect(applying('_table/Contact/7')).not.toContain('_table/contact')
  expect(applying('_table/x', 3)).toEqual(expect.arrayContaining(['each', 'of three', '_table/*']))
  expect(applying('_table/x', 4)).not.toContain('of three')
  expect(index.applying({ verb: 'GET', service: 'other', resource: '_table/x', caller: caller(null) })).toHaveLength(2)
})

test('counts a path once if it equals the prefix of a limit', () => {
  expect(applying('_table/con*').filter((name) => name === '_table/con*')).toHaveLength(1)
})
