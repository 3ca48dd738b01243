import { expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { turnsDuring } from '../../../testing/turns.ts'

const instance = sharedInstance()
const { send, root: as } = instance
const { plan, apply } = configCalls(instance)

const count = 60
const roles = Array.from({ length: count }, (_, at) => ({
  type: 'role',
  name: `Role ${at}`,
  values: { is_active: true, access: [] },
}))

it('lets other tasks run while many records are planned, applied and compared', async () => {
  const planned = await turnsDuring(() => expect(plan(roles)).resolves.toMatchObject({ status: 200 }))
  expect(planned).toBeGreaterThan(count * 3)
  const applied = await turnsDuring(() => expect(apply(roles)).resolves.toMatchObject({ status: 200 }))
  expect(applied).toBeGreaterThan(count * 5)
})

it.each(['', '/folder', '/drift'])('lets other tasks run while GET system/config%s answers with many', async (path) => {
  const turns = await turnsDuring(() =>
    expect(send('GET', `system/config${path}`, { as })).resolves.toMatchObject({ status: 200 }),
  )
  expect(turns).toBeGreaterThan(count * 2)
})

it('refuses more records than are set, and names the setting', async () => {
  const limited = await testInstance({ config: { configRecords: 2 } })
  const calls = configCalls(limited)
  expect(await calls.plan(roles.slice(0, 3))).toMatchObject({
    status: 400,
    body: { error: { message: 'records must be a list of at most 2 records (MILLWRIGHT_CONFIG_RECORDS).' } },
  })
  expect(await calls.plan(roles.slice(0, 2))).toMatchObject({ status: 200 })
})
