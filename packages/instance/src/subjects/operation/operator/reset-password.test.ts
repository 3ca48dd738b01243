import { describe, expect, test, vi } from 'vitest'
import { testInstance } from '../../../testing/test-instance.ts'
import { hasPostgresServer } from '../../../testing/test-postgres.ts'
import { engines } from '../../../testing/test-store.ts'
import { createPasswords } from '../../identity/people/passwords.ts'
import { resetPassword } from './accounts.ts'

const isReal = await hasPostgresServer()
const options = { passwords: createPasswords({ memory: 32, passes: 1, lanes: 1 }) }

describe.each(engines)('a password reset by an operator while the instance runs, on %s', (engine) => {
  // PGlite has a single session for all connections.
  const runs = test.skipIf(engine === 'postgres' && !isReal)

  runs('is refused when it is too short, or when nobody has the address', async () => {
    const { parts, make, signIn } = await testInstance({ engine })
    const person = await make.user()
    await expect(resetPassword(parts.config, person.email, 'abc', options)).rejects.toThrow('at least 5 characters')
    await expect(resetPassword(parts.config, 'nobody@example.test', null, options)).rejects.toThrow(
      'No account has the email address nobody@example.test.',
    )
    await signIn(person, 'user')
  })

  runs('ends the sessions that the person has, and lets them in again', async () => {
    const { parts, root, send, signIn } = await testInstance({ engine })
    expect((await send('GET', 'system/admin/profile', { as: root })).status).toBe(200)
    expect(await resetPassword(parts.config, ` ${root.email.toUpperCase()} `, 'another password', options)).toBeNull()
    await vi.waitFor(async () =>
      expect((await send('GET', 'system/admin/profile', { as: root })).status).toBeGreaterThanOrEqual(401),
    )
    await expect(signIn(root)).rejects.toThrow('401')
    await signIn({ ...root, password: 'another password' })
    const made = await resetPassword(parts.config, root.email, null, options)
    await signIn({ ...root, password: String(made) })
  })
})

test.skipIf(!isReal)(
  'lets people who were locked out after too many failures sign in with the new password',
  async () => {
    const loginFailures = { account: { count: 1, seconds: 300 }, address: { count: 50, seconds: 300 } }
    const { parts, root, send, signIn } = await testInstance({ engine: 'postgres', config: { loginFailures } })
    const tries = () => send('POST', 'system/admin/session', { body: { email: root.email, password: 'wrong' } })
    expect([(await tries()).status, (await tries()).status]).toEqual([401, 429])
    await resetPassword(parts.config, root.email, 'another password', options)
    await signIn({ ...root, password: 'another password' })
  },
)
