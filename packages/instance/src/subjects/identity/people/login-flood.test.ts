import { expect, it } from 'vitest'
import { testInstance } from '../../../testing/test-instance.ts'
import { createPasswords } from './passwords.ts'

interface Refused {
  readonly error: { readonly message: string }
}

const size = 300
/** As in `createPasswords`: how many hashes may wait. */
const mayWait = 100
const many = { count: 1_000_000, seconds: 300 }

it('limits a flood of logins, rejects the excess with the time to retry, and does not delay other requests', async () => {
  const { send, make, root, parts, signIn } = await testInstance({
    config: { loginFailures: { account: many, address: many } },
  })
  const victim = await make.user()
  // As expensive as on a server, since the cheap hashes of tests finish before the next login arrives.
  const password = await createPasswords({ memory: 8192, passes: 1, lanes: 1 }).hash(victim.password)
  await parts.store.db.updateTable('user').set({ password }).where('id', '=', victim.id).execute()

  const basic = Buffer.from(`${victim.email}:wrong`).toString('base64')
  const ways = [
    () => send<Refused>('POST', 'user/session', { body: { email: victim.email, password: 'wrong' } }),
    () => send<Refused>('GET', 'user/profile', { headers: { authorization: `Basic ${basic}` } }),
  ]
  const order: string[] = []
  const flood = Array.from({ length: size }, async (_, number) => {
    const answer = await ways[number % ways.length]?.()
    order.push(answer?.status === 429 ? 'refused' : 'tried')
    return answer
  })
  const others = ['user/session', 'system/role', 'db/_schema'].map(async (path) => {
    const { status } = await send('GET', path, { as: root })
    order.push(`${status} ${path}`)
  })
  await Promise.all(others)
  const meanwhile = order.filter((what) => what === 'tried').length
  const answers = await Promise.all(flood)

  const refused = answers.filter((answer) => answer?.status === 429)
  expect(answers.filter((answer) => ![401, 429].includes(answer?.status ?? 0))).toEqual([])
  expect(order.filter((what) => what.startsWith('200'))).toHaveLength(others.length)
  expect(meanwhile).toBeLessThan(size - refused.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(size - refused.length).toBeGreaterThan(mayWait)
  // Rejections arrive before all accepted attempts are done.
  expect(order.indexOf('refused')).toBeLessThan(order.lastIndexOf('tried'))
  for (const answer of refused) {
    expect(Number(answer?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(answer?.body.error.message).toMatch(/Try again/)
  }
  await signIn(victim, 'user')
})
