import { expect, test } from 'vitest'
import { checkLimit, draftOfLimit, draftOfLimitCopy, firstProblem, limitToSend } from './limit-draft.ts'

const empty = draftOfLimit(null)
const whole = { ...empty, name: 'n', type: 'instance', rate: '5', period: 'minute' }
const first = (draft: typeof empty) => {
  const problem = checkLimit(draft)
  return problem && firstProblem(problem)
}

test('reports problems in the order in which they should be fixed', () => {
  expect(first(empty)).toBe('Please select a limit type.')
  expect(checkLimit(empty)?.fields.type).toBe('A Limit type must be selected.')
  expect(first({ ...empty, type: 'instance' })).toBe('The limit name cannot be blank.')
  expect(first({ ...empty, type: 'instance', name: 'n' })).toBe('The limit rate cannot be blank.')
  for (const rate of ['-1', '1.5', '1e3', 'ten', '0x1'])
    expect(first({ ...whole, rate }), rate).toBe('The limit rate must be an integer.')
  expect(first({ ...whole, period: '' })).toBe('Please select a limit period.')
  expect(first({ ...whole, type: 'instance.role' })).toBe('Please select a role.')
  expect(first({ ...whole, type: 'instance.service.endpoint' })).toBe('Please select a service.')
  expect(first({ ...whole, type: 'instance.service.endpoint', service_id: { id: 1, label: 's' } })).toBe(
    'The endpoint cannot be blank.',
  )
  expect(first({ ...whole, rate: ' 0 ' })).toBeNull()
})

test('does not send fields that belong to another type', () => {
  const chosen = { id: 4, label: 'x' }
  const draft = { ...whole, user_id: chosen, service_id: chosen, role_id: chosen, endpoint: ' _table/* ' }
  const nothing = { user_id: null, service_id: null, role_id: null, endpoint: null }
  expect(limitToSend(draft, null)).toMatchObject(nothing)
  expect(limitToSend({ ...draft, type: 'instance.each_user.service.endpoint' }, null)).toMatchObject({
    ...nothing,
    service_id: 4,
    endpoint: '_table/*',
  })
})

test('preserves a type of a newer server with all its fields', () => {
  const record = { id: 1, name: 'n', type: 'instance.team', rate: 5, period: 'minute', user_id: 3, is_active: true }
  expect(checkLimit(draftOfLimit(record))).toBeNull()
  expect(limitToSend(draftOfLimit(record), record)).toEqual({
    name: 'n',
    description: null,
    type: 'instance.team',
    rate: 5,
    period: 'minute',
    verb: null,
    is_active: true,
  })
})

test('gives a copy another name, and uses the user names that the server returns', () => {
  const record = { id: 1, name: 'n', user_id: 3, service_id: 2, user_by_user_id: { id: 3, name: 'Ada' } }
  expect(draftOfLimitCopy(record)).toMatchObject({
    name: 'n copy',
    user_id: { id: 3, label: 'Ada' },
    service_id: { id: 2, label: 'Service 2' },
    verb: 'any',
  })
})
