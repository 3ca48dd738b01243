import { expect, test } from 'vitest'
import { formProblem, withoutField } from './form-problem.ts'

const fields = ['email', 'password']

test('a refusal without details is said on top', () => {
  expect(formProblem({ message: 'No.', fieldMessages: {} }, fields)).toEqual({ fields: {}, general: ['No.'] })
})

test('messages go under their fields, the rest on top', () => {
  const fieldMessages = { email: ['Taken.', 'Bad.'], username: ['The username has already been taken.'] }
  expect(formProblem({ message: 'Invalid data.', fieldMessages }, fields)).toEqual({
    fields: { email: 'Taken. Bad.' },
    general: ['The username has already been taken.'],
  })
})

test('changing a field takes its message away', () => {
  const problem = { fields: { email: 'Taken.' }, general: ['x'] }
  expect(withoutField(problem, 'email')).toEqual({ fields: {}, general: ['x'] })
  expect(withoutField(problem, 'phone')).toBe(problem)
})

test('a name of the server stands for the member that holds it', () => {
  const fieldMessages = { 'login.email': ['Taken.'], email: ['Bad.'], phone: ['Odd.'] }
  const last = (said: string) => said.split('.').at(-1) ?? said
  expect(formProblem({ message: 'Invalid data.', fieldMessages }, fields, last)).toEqual({
    fields: { email: 'Taken. Bad.' },
    general: ['Odd.'],
  })
})
