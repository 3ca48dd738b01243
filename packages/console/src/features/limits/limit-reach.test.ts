import { expect, test } from 'vitest'
import { draftOfLimit, type LimitRecord } from './limit-draft.ts'
import { unmatchedReason, unmatchedRecordReason } from './limit-reach.ts'

const off = { id: 1, name: 'x', is_active: false }
const record: LimitRecord = {
  name: 'n',
  rate: 1,
  period: 'day',
  service_id: 1,
  user_id: 1,
  role_id: 1,
  endpoint: '_table/a?x=1',
  service_by_service_id: off,
  user_by_user_id: off,
  role_by_role_id: off,
}

test('reports that no request matches a limit on an inactive record, or on a path with a query, considering only the fields of its type', () => {
  const of = (type: string) => Object.keys(unmatchedReason(draftOfLimit({ ...record, type: type as 'instance' })))
  expect(of('instance')).toEqual([])
  expect(of('instance.role')).toEqual(['role_id'])
  expect(of('instance.user.service.endpoint')).toEqual(['service_id', 'user_id', 'endpoint'])
  expect(unmatchedRecordReason({ ...record, type: 'instance.user' })).toMatch(/^The user is inactive/)
  expect(unmatchedRecordReason({ ...record, type: 'instance' })).toBeNull()
  const on = { ...record, type: 'instance.service' as const, service_by_service_id: { id: 1, name: 'x' } }
  expect(unmatchedRecordReason(on)).toBeNull()
})
