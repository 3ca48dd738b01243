import { expect, it, onTestFinished, vi } from 'vitest'
import { isoMicros } from '../../../platform/clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { mostListed } from './manifest.ts'

const { parts, send, root: as } = sharedInstance()

interface Manifest {
  readonly service: { readonly system: { readonly role: readonly string[] } }
  readonly more?: Readonly<Record<string, number>>
}

const manifest = async () => (await send<Manifest>('GET', 'system/package?system_only=true', { as })).body

const dates = () => ({ created_date: isoMicros(parts.clock()), last_modified_date: isoMicros(parts.clock()) })

it('lists the first records of a type that has very many, and says how many there are', async () => {
  const add = (from: number, count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({ name: `role ${from + at}`, is_active: 1, ...dates() }))
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

it('exports each record once that a filter matches, by its key, although others change meanwhile', async () => {
  const { statements } = parts.store
  const all = statements.all.bind(statements)
  let pages = 0
  const reads = vi.spyOn(statements, 'all').mockImplementation(async (sql, values) => {
    const rows = await all(sql, values)
    if (sql.includes(`LIMIT ${mostListed}`)) pages += 1
    // Records of the first page no longer match when the second one is read.
    if (pages === 1) await parts.store.db.updateTable('role').set({ is_active: 0 }).where('id', '<', 100).execute()
    return rows as never
  })
  onTestFinished(() => reads.mockRestore())
  const body = { service: { system: { role: [{ filter: 'is_active = true' }] } } }
  const { body: plan } = await send('POST', 'system/package?plan=true', { as, body })
  expect(plan).toMatchObject({ size: { records: mostListed + 1 } })
  expect(pages).toBe(2)
  expect(reads.mock.calls.filter(([sql]) => sql.includes('OFFSET ?'))).toEqual([])
})

it('exports ten thousand records by their ids', async () => {
  const rows = await parts.store.db.selectFrom('role').select('id').limit(mostListed).execute()
  const body = { service: { system: { role: [{ ids: rows.map(({ id }) => id) }] } } }
  const { body: plan } = await send('POST', 'system/package?plan=true', { as, body })
  expect(plan).toMatchObject({ size: { records: mostListed } })
})
