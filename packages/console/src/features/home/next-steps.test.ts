import { expect, test } from 'vitest'
import { nextSteps } from './next-steps.ts'

type Known = Parameters<typeof nextSteps>[0]

const user = { id: 1, name: 'admin', email: 'admin@example.test', first_name: null, last_name: null }
const fresh: Known = {
  user,
  securityQuestion: null,
  roles: 0,
  ownApps: 0,
  open: new Set(['/services', '/admins', '/roles', '/apps']),
}
const done = (known: Partial<Known>) => nextSteps({ ...fresh, ...known }).map((step) => step.done)

test('nothing is done on a new instance', () => {
  expect(done({})).toEqual([false, false, false, false])
})

test('unknown data counts as not done', () => {
  expect(done({ roles: null, ownApps: null })).toEqual([false, false, false, false])
})

test('steps on a tab that the person does not see are omitted', () => {
  const steps = nextSteps({ ...fresh, open: new Set(['/apps']) })
  expect(steps.map(({ to }) => to)).toEqual(['/profile', '/profile', '/apps/new'])
  expect(nextSteps({ ...fresh, open: new Set() }).map(({ id }) => id)).toEqual(['name', 'question'])
})

test('a name derived from the email address does not count as the user’s own', () => {
  const named = { ...user, name: 'Ann Lee', email: 'ann.lee@example.test' }
  expect(done({ user: named })[0]).toBe(false)
  expect(done({ user: { ...named, name: 'Ann M. Lee' } })[0]).toBe(true)
})

test('each step is marked once it is done', () => {
  const all = {
    user: { ...user, name: 'Ann' },
    securityQuestion: 'Pet?',
    roles: 1,
    ownApps: 1,
  }
  expect(done(all)).toEqual(Array(4).fill(true))
})
