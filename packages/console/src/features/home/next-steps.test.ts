import { expect, test } from 'vitest'
import { nextSteps } from './next-steps.ts'

const user = { id: 1, name: 'admin', email: 'admin@example.test', first_name: null, last_name: null }
const done = (known: Parameters<typeof nextSteps>[0]) => nextSteps(known).map((step) => step.done)

test('nothing is done on a new instance', () => {
  expect(done({ user, admins: 1, securityQuestion: null })).toEqual([false, false, false])
})

test('what is not known is not done', () => {
  expect(done({ user, admins: null, securityQuestion: null })).toEqual([false, false, false])
})

test('a name made of the e-mail address is not a name of one’s own', () => {
  const named = { ...user, name: 'Ann Lee', email: 'ann.lee@example.test' }
  expect(done({ user: named, admins: 1, securityQuestion: null })[0]).toBe(false)
  expect(done({ user: { ...named, name: 'Ann M. Lee' }, admins: 1, securityQuestion: null })[0]).toBe(true)
})

test('each step ticks itself', () => {
  expect(done({ user: { ...user, name: 'Ann' }, admins: 2, securityQuestion: 'Pet?' })).toEqual([true, true, true])
})
