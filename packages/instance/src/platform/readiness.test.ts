import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

test('a check that fails, throws or times out makes a node unready, each with its reason', async () => {
  const readiness = createReadiness([
    { name: 'fine', check: () => null },
    { name: 'wrong', check: async () => 'It is newer than this program.' },
    { name: 'broken', check: () => Promise.reject(new Error('It cannot be reached.')) },
    { name: 'silent', check: () => new Promise(() => undefined) },
  ])
  expect(await readiness.report()).toEqual({
    ready: false,
    checks: {
      fine: 'ok',
      wrong: 'It is newer than this program.',
      broken: 'It cannot be reached.',
      silent: 'It has not answered for 2 s.',
    },
  })
})

test('concurrent requests share one report', async () => {
  let asked = 0
  const check = async () => {
    asked++
    return null
  }
  const readiness = createReadiness([{ name: 'store', check }])
  await Promise.all([readiness.report(), readiness.report(), readiness.report()])
  expect(asked).toBe(1)
  await readiness.report()
  expect(asked).toBe(2)
})
