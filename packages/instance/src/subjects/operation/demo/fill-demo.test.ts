import type { Environment } from '@millwright/contract/wire/environment'
import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { expect, test } from 'vitest'
import { openApp } from '../../../app.ts'
import { readConfig } from '../../../platform/settings/config.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { demoApps, demoInvited, demoUsers } from './demo-records.ts'

// A whole day, as the demonstration begins with one.
const thirtyDaysAgo = () => Math.floor(Date.now() / 86_400_000 - 30) * 86_400_000

test('an instance in use is not changed', async () => {
  const instance = await openTestInstance()
  const { dataFolder } = instance.parts.config
  await instance.server.close()
  const again = openApp({ ...readConfig({}), dataFolder, secret: '5a'.repeat(32), demo: true })
  await expect(again).rejects.toThrow('--demo fills new instances only')
  await instance.close()
})

test('a demo has its own data folder unless one is configured', () => {
  expect(readConfig({}, { demo: true }).dataFolder).toBe('./data-demo')
  expect(readConfig({ MILLWRIGHT_DATA: '/elsewhere' }, { demo: true }).dataFolder).toBe('/elsewhere')
  expect(readConfig({}).dataFolder).toBe('./data')
})

test.each(engines)('on %s, a new instance is filled with people, apps and thirty days of calls', async (engine) => {
  await using instance = await openTestInstance({ engine, config: { demo: true, sampleData: true } })
  const as = { token: instance.root.token }
  const count = async (path: string) => {
    const { body } = await instance.send<{ meta: { count: number } }>('GET', `${path}?include_count=true&limit=1`, {
      as,
    })
    return body.meta.count
  }
  expect(await count('system/user')).toBe(demoUsers.length + demoInvited.length)
  const { platform } = (await instance.send<Environment>('GET', 'system/environment', { as })).body
  expect(platform?.bitnami_demo).toBe(true)
  expect(await count('system/outbox')).toBe(demoInvited.length)
  expect(await count('system/webhook_delivery')).toBeGreaterThan(3)
  expect(await count('system/request_log')).toBeGreaterThan(500)

  const { body } = await instance.send<UsageAnswer>('GET', `system/usage?by=app&from=${thirtyDaysAgo()}&step=day`, {
    as,
  })
  const called = new Map(body.meta.groups?.map(({ group, requests }) => [group, requests]))
  for (const { name } of demoApps) {
    if (name === 'price_feed') expect(called.has(name)).toBe(false)
    else expect(called.get(name)).toBeGreaterThan(20)
  }
  type Used = { name: string; last_used_date: string | null }
  const apps = await instance.send<{ resource: Used[] }>('GET', 'system/app', { as })
  const unused = apps.body.resource.filter(({ last_used_date }) => last_used_date === null).map(({ name }) => name)
  expect(demoApps.map(({ name }) => name).filter((name) => unused.includes(name))).toEqual(['fair_kiosk', 'price_feed'])
  const kiosk = await instance.send<{ resource: { name: string; disabled_but_attempted: boolean }[] }>(
    'GET',
    'system/access_usage?subject=APP',
    { as },
  )
  expect(kiosk.body.resource.find(({ name }) => name === 'fair_kiosk')).toMatchObject({ disabled_but_attempted: true })
})
