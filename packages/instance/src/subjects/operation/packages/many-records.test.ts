import { expect, it } from 'vitest'
import { isoMicros } from '../../../platform/clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { mostListed } from './manifest.ts'

const { parts, send, root: as } = sharedInstance()

interface Manifest {
  readonly service: { readonly system: { readonly role: readonly string[] } }
  readonly more?: Readonly<Record<string, number>>
}

const manifest = async () => (await send<Manifest>('GET', 'system/package?system_only=true', { as })).body

it('lists the first records of a type that has very many, and says how many there are', async () => {
  const dates = { created_date: isoMicros(parts.clock()), last_modified_date: isoMicros(parts.clock()) }
  const add = (from: number, count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({ name: `role ${from + at}`, is_active: 1, ...dates }))
    return parts.store.db.insertInto('role').values(rows).execute()
  }
  for (let at = 0; at < mostListed; at += 1000) await add(at, 1000)
  const whole = await manifest()
  expect([whole.service.system.role.length, whole.more]).toEqual([mostListed, undefined])

  await add(mostListed, 1)
  const { service, more } = await manifest()
  expect([service.system.role, more]).toEqual([whole.service.system.role, { role: mostListed + 1 }])
  const filter = `name = "role ${mostListed}"`
  const body = { service: { system: { role: [{ filter }] } } }
  const { body: plan } = await send('POST', 'system/package?plan=true', { as, body })
  expect(plan).toMatchObject({ size: { records: 1 } })
})
