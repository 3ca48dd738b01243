import type { AccessExplanation, ConsideredRule } from '@millwright/contract/wire/access-explanation'
import { expect, test } from 'vitest'
import { missingIn, readQuestion, supposedCall, writeQuestion } from './explain-question.ts'
import { reasonOf, roleOf, ruleText } from './explain-words.ts'

test('ignores an invalid address', () => {
  const plain = {
    by: 'nobody',
    person: null,
    app: null,
    verb: 'GET',
    path: '',
    requestor: 'API',
    script: '',
    task: null,
  }
  expect(readQuestion({})).toEqual(plain)
  expect(
    readQuestion({ by: 'me', person: 'x', app: -1, verb: 'LOOK', path: {}, requestor: 1, script: 5, task: 'x' }),
  ).toEqual(plain)
  expect(readQuestion({ person: 5 })).toEqual(plain)
})

test('round-trips through the address', () => {
  const question = {
    by: 'user',
    person: 5,
    app: 2,
    verb: 'POST',
    path: 'db/_table',
    requestor: 'SCRIPT',
    script: 'db.get',
    task: 7,
  } as const
  expect(readQuestion(writeQuestion(question))).toEqual(question)
  expect(supposedCall(question)).toEqual({
    user_id: 5,
    app_id: 2,
    verb: 'POST',
    path: 'db/_table',
    requestor: 'SCRIPT',
    script: 'db.get',
    task_id: 7,
  })
  expect(supposedCall(readQuestion({}))).not.toHaveProperty('script')
})

test('requires a caller', () => {
  expect(missingIn({ ...readQuestion({}), by: 'admin' })).toBe('Choose a caller.')
  expect(missingIn(readQuestion({}))).toBeNull()
})

const explanation: AccessExplanation = {
  allowed: false,
  status: 403,
  message: 'No.',
  decided_by: 'role',
  allowed_verbs: [],
  considered: [],
  row_filter: null,
  role: { id: 1, name: 'Readers', is_active: false, given_by: 'app' },
  app: { id: 1, name: 'shop', is_active: true },
  user: null,
  service: null,
}

test('explains what prevents the request', () => {
  expect(reasonOf(explanation)).toBe('The role Readers is not active.')
  expect(reasonOf({ ...explanation, role: null })).toBe('Neither the user nor the app shop has a role here.')
  expect(reasonOf({ ...explanation, role: null, app: null })).toBe('No active role applies.')
  expect(reasonOf(JSON.parse('{"decided_by":"the moon"}'))).toBe('Decided by: the moon.')
})

test('names the source of the role', () => {
  expect(roleOf(explanation)).toBe('the default role of the app shop')
  expect(roleOf({ ...explanation, role: null })).toBeNull()
})

test('formats a rule as one line', () => {
  const rule: ConsideredRule = {
    id: 1,
    service: null,
    component: '',
    verb_mask: 3,
    requestor_mask: 1,
    filters: null,
    filter_op: 'AND',
    tier: 'all',
    decides: true,
    because: '',
  }
  expect(ruleText(rule)).toBe('All: (service root), allows GET, POST, for API')
  expect(ruleText({ ...rule, service: 'db', component: '*', verb_mask: 0 })).toBe('db: *, allows nothing, for API')
})
