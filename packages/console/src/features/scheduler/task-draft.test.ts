import { expect, test } from 'vitest'
import { timeUntil } from '../../ui/dates.ts'
import { cronWords } from './cron-meaning.tsx'
import { supposedTask } from './task-config.tsx'
import { checkTask, draftOfTask, draftOfTaskCopy, logOf, taskToSend } from './task-draft.ts'
import { resultOf } from './task-runs.tsx'

const whole = { ...draftOfTask(null), name: 'n', service_id: 1 }
const log = { task_id: 1, status_code: 404, content: 'x', created_date: '', last_modified_date: '' }

test('requires a name, a service, whole minutes, and a valid JSON payload for verbs that send one', () => {
  expect(checkTask(draftOfTask(null))?.fields).toEqual({
    name: 'Name is required.',
    service_id: 'Service is required.',
  })
  expect(checkTask(whole)).toBeNull()
  for (const frequency of ['', '0', '-1', '1.5', 'x'])
    expect(checkTask({ ...whole, frequency })?.fields, frequency).toHaveProperty('frequency')
  expect(checkTask({ ...whole, verb: 'POST', payload: '{' })?.fields).toHaveProperty('payload')
  expect(checkTask({ ...whole, payload: '{' })).toBeNull()
  expect(checkTask({ ...whole, timetable: 'cron', frequency: 'x' })?.fields).toEqual({
    cron: 'A cron expression is required.',
  })
})

test('sets the verb and its mask, and sends the payload with every verb except GET', () => {
  const draft = { ...whole, payload: ' {"a":1} ', frequency: ' 7 ' }
  expect(taskToSend(draft, null, false)).toEqual({
    name: 'n',
    description: null,
    is_active: true,
    service_id: 1,
    component: null,
    verb: 'GET',
    verb_mask: 1,
    frequency: 7,
    payload: null,
  })
  expect(taskToSend({ ...draft, verb: 'DELETE' }, null, false)).toMatchObject({ verb_mask: 16, payload: '{"a":1}' })
})

test('sends cron expressions, app and user only to servers that support them', () => {
  const draft = { ...whole, timetable: 'cron' as const, cron: ' 0 6 * * * ', app_id: { id: 3, label: 'a' } }
  expect(taskToSend(draft, null, true)).toMatchObject({ cron: '0 6 * * *', app_id: 3, user_id: null, frequency: 1 })
  expect(taskToSend(draft, null, false)).not.toHaveProperty('cron')
  expect(taskToSend({ ...draft, timetable: 'minutes' }, null, true)).toMatchObject({ cron: null })
})

test('reads records of other servers: a mask without a verb, a payload that is not text, a log in a list', () => {
  expect(draftOfTask({ name: 'n', verb_mask: 8, payload: { a: 1 }, is_active: true })).toMatchObject({
    verb: 'PATCH',
    payload: '{\n  "a": 1\n}',
  })
  expect(logOf({ task_log_by_task_id: [log] })).toEqual(log)
  for (const none of [[], null, undefined])
    expect(logOf(none === undefined ? {} : { task_log_by_task_id: none })).toBeNull()
  expect(draftOfTaskCopy({ name: 'n', is_active: true })).toMatchObject({ name: 'n copy', is_active: false })
})

test('describes a cron expression as a sentence with its next times, and returns null for an invalid one', () => {
  const monday = new Date('2026-11-23T00:00:00Z')
  expect(cronWords('0 6 * * 1-5', monday)).toEqual({
    sentence: 'At 06:00, Monday through Friday, UTC',
    next: ['23', '24', '25'].map((day) => new Date(`2026-11-${day}T06:00:00Z`)),
  })
  for (const text of ['', 'x', '61 * * * *', '0 0 31 2 *', '* * *']) expect(cronWords(text, monday), text).toBeNull()
})

test('formats times and results briefly', () => {
  expect([-1, 0, 900, 61_000, 3_600_000].map(timeUntil)).toEqual([
    'now',
    'now',
    'in 1 second',
    'in 1 minute',
    'in 1 hour',
  ])
  expect(resultOf({ status_code: null, duration: null }, true).word).toBe('Running')
  expect(resultOf({ status_code: null, duration: null }, false).word).toBe('Did not finish')
  expect(resultOf({ status_code: 302, duration: 1 }, true)).toEqual({ tone: 'danger', word: '302' })
})

test('builds the access check without query and star, for the chosen app or user, and only once a requestor is known', () => {
  const chosen = { id: 4, label: 'x' }
  const draft = { ...whole, component: '_table/a/*?limit=1' }
  expect(supposedTask(null, draft, 'db')).toBeNull()
  expect(supposedTask(7, draft, null)).toBeNull()
  expect(supposedTask(null, { ...draft, app_id: chosen }, 'db')).toEqual({
    user_id: null,
    app_id: 4,
    verb: 'GET',
    path: '/api/v2/db/_table/a/',
    requestor: 'API',
  })
  expect(supposedTask(7, draft, 'db')).toMatchObject({ task_id: 7, user_id: null, app_id: null })
})
