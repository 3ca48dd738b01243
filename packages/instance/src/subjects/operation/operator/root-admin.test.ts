import { expect, test } from 'vitest'
import { testInstance } from '../../../testing/test-instance.ts'
import { promote } from './accounts.ts'

test('only administrators can become root administrators', async () => {
  const { parts, make } = await testInstance()
  const { email } = await make.user()
  await expect(promote(parts.store, email, parts.clock)).rejects.toThrow(
    `No administrator has the email address ${email}.`,
  )
})

test('a new root administrator has its additional rights immediately', async () => {
  const { parts, make, send } = await testInstance()
  const admin = await make.admin({ email: 'grace@example.test' })
  expect(await send('GET', 'system/admin', { as: admin })).toMatchObject({ status: 403 })
  await promote(parts.store, ' Grace@Example.test ', parts.clock)
  expect(await send('GET', 'system/admin', { as: admin })).toMatchObject({ status: 200 })
})
