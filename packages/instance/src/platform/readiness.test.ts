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

test('a load balancer that asks again and again is told that the node drains before it stops', async () => {
  const readiness = createReadiness([])
  await readiness.answer()
  await readiness.answer()
  readiness.drain()
  const told = readiness.told().then(() => 'told')
  expect(await Promise.race([told, readiness.report().then(() => 'waits')])).toBe('waits')
  expect((await readiness.answer()).ready).toBe(false)
  expect(await told).toBe('told')
})

test('a load balancer that does not ask any more, or asked once, is not waited for', async () => {
  const readiness = createReadiness([])
  await readiness.answer()
  readiness.drain()
  await readiness.told()
  const left = createReadiness([])
  await left.answer()
  await left.answer()
  left.drain()
  await left.told()
})
