import { expect, test } from 'vitest'
import {
  driftedRecords,
  driftedServices,
  endingKeys,
  failedScript,
  failedTasks,
  failingServices,
  refusingLimits,
  sortProblems,
  unsentMails,
} from './wrong-now.ts'

test('ignores missing and malformed data', () => {
  expect(failingServices([{ id: 1 }, { id: 2, health: [] }, { id: 3, health: [{ healthy: true }] }])).toEqual([])
  expect(
    failedTasks([
      { id: 1, task_log_by_task_id: null },
      { id: 2, task_log_by_task_id: [] },
    ]),
  ).toEqual([])
  expect(refusingLimits([{ id: 1, limit_cache_by_limit_id: 'none' }, { id: 2 }])).toEqual([])
  expect([
    ...failedScript('a', []),
    ...failedScript('b', [{ ok: true }]),
    ...unsentMails(0),
    ...unsentMails(null),
    ...driftedRecords({ records: [] }),
  ]).toEqual([])
})

test('reports tables that differ from their contract if callers may be affected', () => {
  const drift = (breaking_count: number, potentially_breaking_count: number) => ({
    summary: { breaking_count, potentially_breaking_count, additive_count: 5 },
  })
  const rows = [
    { name: 'db', label: 'Database', drift: drift(1, 0) },
    { name: 'my db', label: '', drift: drift(0, 2) },
    { name: 'same', drift: drift(0, 0) },
    { name: 'unknown', drift: null },
    { name: 'away', drift: { describe_error: 'away' } },
  ]
  expect(driftedServices(rows).map(({ weight, what, to }) => [weight, what, to])).toEqual([
    ['failing', 'Contract of Database', '/schema/db'],
    ['note', 'Contract of my db', '/schema/my%20db'],
  ])
})

test('ignores what is inactive', () => {
  const log = { status_code: 500, created_date: '2026-11-23T10:00:00Z' }
  expect(failedTasks([{ id: 1, name: 'nightly', is_active: false, task_log_by_task_id: log }])).toEqual([])
  const used = [{ attempts: 5, max: 5 }]
  expect(refusingLimits([{ id: 1, is_active: false, limit_cache_by_limit_id: used }])).toEqual([])
})

test('links each problem to its place, and sorts failures before notes', () => {
  const all = sortProblems([
    ...unsentMails(2),
    ...failingServices([{ id: 3, name: 'db', health: [{ healthy: false, reason: 'Refused.', since: '2026-11-23' }] }]),
    ...failedTasks([
      { id: 4, name: 'nightly', task_log_by_task_id: [{ status_code: 500, created_date: '2026-11-24' }] },
    ]),
    ...refusingLimits([{ id: 5, name: 'tight', period: 'minute', limit_cache_by_limit_id: [{ attempts: 9, max: 9 }] }]),
    ...driftedRecords({
      records: [{ type: 'role', name: 'Shop', owner: 'default', file: null, action: 'change', differences: [] }],
    }),
    ...failedScript('db.get', [{ ok: false, date: '2026-11-22', error: { message: 'Boom' } }]),
  ])
  expect(all.map(({ what, why, to }) => [what, why, to])).toEqual([
    ['Task nightly', 'Its last run failed with 500.', '/scheduler/4'],
    ['Service db', 'Refused.', '/services/3'],
    ['Script db.get', 'Boom', '/scripts/db.get'],
    ['Limit tight', 'All 9 requests of this minute are used: further requests are refused.', '/limits/5'],
    ['2 emails', 'Stored in the outbox, not sent.', '/config/outbox'],
    ['Configuration', '1 managed record differs from the last apply.', '/package-manager'],
  ])
})

test('tells a key that has ended from one that will', () => {
  const rows = [
    { id: 1, name: 'Old', expires_at: '2020-01-01T00:00:00.000000Z' },
    { id: 2, name: 'Young', expires_at: '2999-01-01T00:00:00.000000Z' },
    { id: 3, name: 'Lasting', expires_at: null },
  ]
  expect(endingKeys(rows)).toMatchObject([
    { what: 'App “Old”', weight: 'failing', to: '/apps/1' },
    { what: 'App “Young”', weight: 'note', to: '/apps/2' },
  ])
})
