import { maskOf, type Verb, verbs } from '@millwright/contract/verbs'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeWorkshop } from '../../testing/databases/workshop.ts'
import { fixture } from '../../testing/fixture.ts'

/** A maker as administrators see it. */
interface Maker {
  readonly id: number
  readonly name: string
  readonly town: string | null
}

/** A call by a user whose role shows only makers in Ulm; `ids` may be those of any makers. */
interface Operation {
  readonly verb: Verb
  path(ids: readonly number[]): string
  body?(ids: readonly number[]): unknown
}

const one = ([id = 0]: readonly number[]) => id
const maker = (town: string | null) => ({ name: 'mine', town })

const operations: Readonly<Record<string, Operation>> = {
  'read all': { verb: 'GET', path: () => 'maker' },
  'read by identifier': { verb: 'GET', path: (ids) => `maker/${one(ids)}` },
  'read by identifiers': { verb: 'GET', path: (ids) => `maker?ids=${ids}&continue=true` },
  'read by identifiers in a body': { verb: 'GET', path: () => 'maker', body: (ids) => ({ ids }) },
  'read by another field': { verb: 'GET', path: () => 'maker/Bonn?id_field=town' },
  'read by filter': { verb: 'GET', path: (ids) => `maker?filter=(id=${one(ids)}) or (town='Bonn') or (town is null)` },
  'read by negation': { verb: 'GET', path: () => `maker?filter=not (town = 'Ulm')` },
  'read sorted pages': { verb: 'GET', path: () => 'maker?order=name desc&limit=3&offset=1&include_count=true' },
  'read groups': { verb: 'GET', path: () => 'maker?fields=town,MAX(name)&group=town' },
  'read sums': { verb: 'GET', path: () => 'maker?fields=MIN(name),MAX(name)' },
  'read as a file': { verb: 'GET', path: () => 'maker?file=makers.json' },
  'read identifiers alone': { verb: 'GET', path: () => 'maker?as_list=true&id_field=name' },
  'read related owners': { verb: 'GET', path: () => 'part?related=*' },
  'read related members': { verb: 'GET', path: () => 'maker?related=part_by_maker id' },
  create: { verb: 'POST', path: () => 'maker?fields=*', body: () => maker('Bonn') },
  'create many': {
    verb: 'POST',
    path: () => 'maker?continue=true',
    body: () => [maker('Ulm'), maker('Bonn'), maker(null)],
  },
  'create with a known identifier': {
    verb: 'POST',
    path: () => 'maker?fields=*',
    body: (ids) => ({ ...maker('Ulm'), id: one(ids) }),
  },
  'change one': { verb: 'PATCH', path: (ids) => `maker/${one(ids)}?fields=*`, body: () => ({ name: 'mine' }) },
  'move one away': { verb: 'PATCH', path: (ids) => `maker/${one(ids)}?fields=*`, body: () => ({ town: 'Bonn' }) },
  'take one over': { verb: 'PATCH', path: (ids) => `maker/${one(ids)}?fields=*`, body: () => maker('Ulm') },
  'replace or make one': { verb: 'PUT', path: (ids) => `maker/${one(ids)}?fields=*`, body: () => maker('Ulm') },
  'change by identifiers': { verb: 'PATCH', path: (ids) => `maker?ids=${ids}&fields=*`, body: () => maker('Ulm') },
  'change as a whole': { verb: 'PATCH', path: (ids) => `maker?ids=${ids}&rollback=true`, body: () => maker('Ulm') },
  'change records': {
    verb: 'PATCH',
    path: () => 'maker?continue=true&fields=*',
    body: (ids) => ids.map((id) => ({ ...maker('Ulm'), id })),
  },
  'change by filter': { verb: 'PATCH', path: () => 'maker?filter=id > 0&fields=*', body: () => ({ name: 'mine' }) },
  'move away by filter': { verb: 'PATCH', path: () => 'maker?filter=id > 0&fields=*', body: () => ({ town: 'Bonn' }) },
  'delete one': { verb: 'DELETE', path: (ids) => `maker/${one(ids)}?fields=*` },
  'delete by identifiers': { verb: 'DELETE', path: (ids) => `maker?ids=${ids}&continue=true&fields=*` },
  'delete by filter': { verb: 'DELETE', path: () => "maker?filter=(town != 'Ulm') or (town is null)&fields=*" },
  'delete all': { verb: 'DELETE', path: () => 'maker?force=true' },
  'change an owner': {
    verb: 'PATCH',
    path: () => 'part?filter=id > 0',
    body: (ids) => ({ 'maker_by_maker id': { ...maker('Ulm'), id: one(ids) } }),
  },
  'create with an owner': {
    verb: 'POST',
    path: () => 'part?related=*',
    body: (ids) => ({ name: 'part', 'maker_by_maker id': { ...maker('Ulm'), id: one(ids) } }),
  },
  'create with a new owner': {
    verb: 'POST',
    path: () => 'part?related=*',
    body: () => ({ name: 'part', 'maker_by_maker id': maker('Bonn') }),
  },
}

/** Texts that only makers outside of the role's condition contain. */
const secret = 'secret'

forEachEngine('rows outside of a condition', (on) => {
  const service = sharedServiceOn(on, { allow_upsert: true })
  const { instance, database } = service
  const { send, root, make } = instance
  beforeAll(() => makeWorkshop({ database, engine: on.engine }))
  const admin = tableCalls(instance)

  const access = (component: string, filters: readonly object[]) => ({
    service_id: service.serviceId,
    component,
    verb_mask: maskOf(verbs),
    requestor_mask: 1,
    filters,
  })
  const inUlm = { name: 'town', operator: '=', value: '{town}' }
  const role = fixture(async () => {
    const rules = [access('_table/maker/*', [inUlm]), access('_table/part/*', [])]
    const record = { name: 'makers of Ulm', is_active: true, role_service_access_by_role_id: rules }
    const body = { resource: [record] }
    return (await send<{ resource: [{ id: number }] }>('POST', 'system/role', { as: root, body })).body.resource[0]
  })
  const app = fixture(() => make.app())
  const user = fixture(() => make.user({ roles: [{ app_id: app.id, role_id: role.id }] }))
  beforeAll(() =>
    send('PATCH', `system/user/${user.id}`, {
      as: root,
      body: { lookup_by_user_id: [{ name: 'town', value: 'Ulm' }] },
    }),
  )
  const limited = fixture(async () => tableCalls(instance, { as: user, key: app.api_key }))

  const makers = async () => (await admin.list('maker?order=id')) as Maker[]
  const hidden = async () => (await makers()).filter(({ town }) => town !== 'Ulm')

  async function stock(towns: readonly (string | null)[]): Promise<void> {
    await admin.clear('part', 'maker')
    const records = towns.map((town, at) => ({ name: town === 'Ulm' ? `open ${at}` : `${secret} ${at}`, town }))
    await admin.call('POST', 'maker', records)
    const parts = (await makers()).map(({ id }) => ({ name: `part ${id}`, 'maker id': id }))
    await admin.call('POST', 'part', parts)
  }

  const towns = fc.array(fc.constantFrom('Ulm', 'Bonn', null), { minLength: 2, maxLength: 6 })
  const calls = fc.array(fc.tuple(fc.constantFrom(...Object.keys(operations)), fc.nat(), fc.nat()), { maxLength: 4 })

  async function call(name: string, places: readonly number[]): Promise<unknown> {
    const operation = operations[name]
    const all = await makers()
    const ids = places.flatMap((place) => all[place % all.length]?.id ?? [])
    return (await limited.call(operation?.verb ?? 'GET', operation?.path(ids) ?? '', operation?.body?.(ids))).body
  }

  it.each(Object.keys(operations))('are neither revealed nor changed by: %s', async (name) => {
    await stock(['Bonn', 'Ulm', null, 'Ulm'])
    const before = await hidden()
    for (const places of [
      [2, 1],
      [1, 0, 3],
    ]) {
      expect(JSON.stringify(await call(name, places))).not.toContain(secret)
      expect(await hidden()).toEqual(before)
    }
  })

  it('are neither revealed nor changed by any sequence of calls', async () => {
    await fc.assert(
      fc.asyncProperty(towns, calls, async (stocked, sequence) => {
        await stock(stocked)
        const before = await hidden()
        for (const [name, one, other] of sequence) {
          expect(JSON.stringify(await call(name, [one, other]))).not.toContain(secret)
          expect(await hidden()).toEqual(before)
        }
      }),
      { numRuns: 10 },
    )
  })
})
