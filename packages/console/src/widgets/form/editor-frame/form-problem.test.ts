import { expect, test } from 'vitest'
import { formProblem, withoutField } from './form-problem.ts'

const fields = ['email', 'password']

test('shows an error without details at the top', () => {
  expect(formProblem({ message: 'No.', fieldMessages: {} }, fields)).toEqual({ fields: {}, general: ['No.'] })
})

test('shows messages at their fields, and the rest at the top', () => {
  const fieldMessages = { email: ['Taken.', 'Bad.'], username: ['The username has already been taken.'] }
  expect(formProblem({ message: 'Invalid data.', fieldMessages }, fields)).toEqual({
    fields: { email: 'Taken. Bad.' },
    general: ['The username has already been taken.'],
  })
})

test('clears the message of a field when it changes', () => {
  const problem = { fields: { email: 'Taken.' }, general: ['x'] }
  expect(withoutField(problem, 'email')).toEqual({ fields: {}, general: ['x'] })
  expect(withoutField(problem, 'phone')).toBe(problem)
})

test("maps a server's field name to the member that holds it", () => {
  const fieldMessages = { 'login.email': ['Taken.'], email: ['Bad.'], phone: ['Odd.'] }
  const last = (said: string) => said.split('.').at(-1) ?? said
  expect(formProblem({ message: 'Invalid data.', fieldMessages }, fields, last)).toEqual({
    fields: { email: 'Taken. Bad.' },
    general: ['Odd.'],
  })
})
