import { expect, test } from 'vitest'
import { InstanceError } from '../../../instance/instance-error.ts'
import { messageAt, otherMessages, stepProblems, withProblemFields } from './plan-problems.ts'

test('brings each problem of a 422 to its member, and leaves other errors alone', () => {
  const other = new InstanceError('No.', { status: 422, context: { problems: 'none' } })
  expect(withProblemFields(other)).toBe(other)
  const problems = [
    { step: 'o', member: 'params.filter', message: 'A' },
    { step: 'o', member: 'ops.2', message: 'B' },
    { step: 'o', member: 'aliases', message: 'C' },
    { step: 'o2', member: 'service', message: 'D' },
    { step: null, member: 'execution_plan.cache', message: 'E' },
    { step: null, member: 'request_schema.query', message: 'F' },
    { step: null, member: 'steps.3', message: 'G' },
    { step: null },
  ]
  for (const context of [{ problems }, { error: [0], resource: [{ context: { problems } }] }]) {
    const { fieldMessages } = withProblemFields(new InstanceError('All.', { status: 422, context }))
    const fields = Object.fromEntries(Object.entries(fieldMessages).map(([field, [message = '']]) => [field, message]))
    expect(fields).toMatchObject({ plan: 'E', request_schema: 'F', execution_plan: 'G' })
    const step = stepProblems(fields, 'o')
    expect([messageAt(step, 'params.filter'), messageAt(step, 'ops'), messageAt(step, 'service')]).toEqual([
      'A',
      'B',
      undefined,
    ])
    expect(otherMessages(step)).toEqual(['C'])
  }
})
