import { expect, test } from 'vitest'
import {
  driftedServices,
  failedScript,
  failedTasks,
  failingServices,
  inOrder,
  keptMails,
  refusingLimits,
} from './wrong-now.ts'

test('what is not told, or told in another way, is nothing wrong', () => {
  expect(failingServices([{ id: 1 }, { id: 2, health: [] }, { id: 3, health: [{ healthy: true }] }])).toEqual([])
  expect(
    failedTasks([
      { id: 1, task_log_by_task_id: null },
      { id: 2, task_log_by_task_id: [] },
    ]),
  ).toEqual([])
  expect(refusingLimits([{ id: 1, limit_cache_by_limit_id: 'none' }, { id: 2 }])).toEqual([])
  expect([...failedScript('a', []), ...failedScript('b', [{ ok: true }]), ...keptMails(0), ...keptMails(null)]).toEqual(
    [],
  )
})

test('tables that differ from their contract are told of where callers may notice', () => {
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

test('what is switched off fails nobody', () => {
  const log = { status_code: 500, created_date: '2026-11-23T10:00:00Z' }
  expect(failedTasks([{ id: 1, name: 'nightly', is_active: false, task_log_by_task_id: log }])).toEqual([])
  const used = [{ attempts: 5, max: 5 }]
  expect(refusingLimits([{ id: 1, is_active: false, limit_cache_by_limit_id: used }])).toEqual([])
})

test('what is wrong leads to its place, and what fails stands before what waits', () => {
  const all = inOrder([
    ...keptMails(2),
    ...failingServices([{ id: 3, name: 'db', health: [{ healthy: false, reason: 'Refused.', since: '2026-11-23' }] }]),
    ...failedTasks([
      { id: 4, name: 'nightly', task_log_by_task_id: [{ status_code: 500, created_date: '2026-11-24' }] },
    ]),
    ...refusingLimits([{ id: 5, name: 'tight', period: 'minute', limit_cache_by_limit_id: [{ attempts: 9, max: 9 }] }]),
    ...failedScript('db.get', [{ ok: false, date: '2026-11-22', error: { message: 'Boom' } }]),
  ])
  expect(all.map(({ what, why, to }) => [what, why, to])).toEqual([
    ['Task nightly', 'Its last run failed with 500.', '/scheduler/4'],
    ['Service db', 'Refused.', '/services/3'],
    ['Script db.get', 'Boom', '/scripts/db.get'],
    ['Limit tight', 'All 9 requests of this minute are used: further requests are refused.', '/limits/5'],
    ['2 emails', 'Stored in the outbox, not sent.', '/config/outbox'],
  ])
})
