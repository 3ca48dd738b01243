import { expect, it } from 'vitest'
import { testInstance } from '../../testing/test-instance.ts'
import { createPasswords } from './passwords.ts'

interface Refused {
  readonly error: { readonly message: string }
}

const size = 300
/** Of `createPasswords`: how many wait for the one or two that are computed at a time. */
const mayWait = 100
const many = { count: 1_000_000, seconds: 300 }

it('a flood of log-ins is bounded, refused with the time to try again, and keeps nobody else waiting', async () => {
  const { send, make, root, parts, signIn } = await testInstance({
    config: { loginFailures: { account: many, address: many } },
  })
  const victim = await make.user()
  // Costs as much as on a server, where a test's hashes are over before the next log-in comes.
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
  // Whoever finds no place hears of it before those who do are through.
  expect(order.indexOf('refused')).toBeLessThan(order.lastIndexOf('tried'))
  for (const answer of refused) {
    expect(Number(answer?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(answer?.body.error.message).toMatch(/Try again/)
  }
  await signIn(victim, 'user')
})
