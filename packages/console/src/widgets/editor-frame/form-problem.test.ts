import { expect, test } from 'vitest'
import { formProblem, withoutField } from './form-problem.ts'

const fields = ['email', 'password']

test('a refusal without details is said on top', () => {
  expect(formProblem({ message: 'No.', context: null }, fields)).toEqual({ fields: {}, general: ['No.'] })
})

test('messages go under their fields, the rest on top', () => {
  const context = { email: ['Taken.', 'Bad.'], username: ['The username has already been taken.'] }
  expect(formProblem({ message: 'Invalid data.', context }, fields)).toEqual({
    fields: { email: 'Taken. Bad.' },
    general: ['The username has already been taken.'],
  })
})

test('the refusal of a create is read out of its batch', () => {
  const context = {
    error: [0],
    resource: [{ code: 400, message: 'Invalid data.', context: { password: ['Too short.'] } }],
  }
  expect(formProblem({ message: 'Batch Error', context }, fields).fields).toEqual({ password: 'Too short.' })
})

test('a batch row without a context gives its own sentence', () => {
  const context = { error: [0], resource: [{ code: 23000, message: 'Duplicate.' }] }
  expect(formProblem({ message: 'Batch Error', context }, fields)).toEqual({ fields: {}, general: ['Duplicate.'] })
})

test('changing a field takes its message away', () => {
  const problem = { fields: { email: 'Taken.' }, general: ['x'] }
  expect(withoutField(problem, 'email')).toEqual({ fields: {}, general: ['x'] })
})
