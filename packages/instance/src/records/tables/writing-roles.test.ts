import { maskOf, type Verb } from '@millwright/contract/verbs'
import { beforeAll, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeWorkshop } from '../../testing/databases/workshop.ts'

interface Rule {
  readonly component: string
  readonly verbs?: readonly Verb[]
  readonly filters?: readonly { name: string; operator: string; value: string | null }[]
  readonly filter_op?: string
}

forEachEngine('writing with a role', (on) => {
  const service = sharedServiceOn(on)
  const { instance, database } = service
  const { send, root, make } = instance
  beforeAll(() => makeWorkshop({ database, engine: on.engine }))
  const admin = tableCalls(instance)
  let count = 0

  /** Returns calls of a user with these rules; the lookup key `town` is Ulm. */
  async function writer(rules: readonly Rule[]) {
    count += 1
    const access = rules.map(({ verbs = ['GET', 'POST', 'PATCH', 'DELETE'], ...rule }) => ({
      ...rule,
      service_id: service.serviceId,
      verb_mask: maskOf(verbs),
      requestor_mask: 1,
    }))
    const role = { name: `role ${count}`, is_active: true, role_service_access_by_role_id: access }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: { resource: [role] },
    })
    const app = await make.app()
    const user = await make.user({ roles: [{ app_id: app.id, role_id: made.body.resource[0].id }] })
    await send('PATCH', `system/user/${user.id}`, {
      as: root,
      body: { lookup_by_user_id: [{ name: 'town', value: 'Ulm' }] },
    })
    return tableCalls(instance, { as: user, key: app.api_key })
  }

  const filter = (name: string, operator: string, value: string | null = null) => ({ name, operator, value })
  const makers = (...towns: (string | null)[]) =>
    admin.call(
      'POST',
      'maker',
      towns.map((town, at) => ({ name: `maker ${at}`, town })),
    )
  const idsOf = async () => ((await admin.list('maker?fields=id&order=id')) as { id: number }[]).map(({ id }) => id)
  const towns = async () => ((await admin.list('maker?order=id')) as { town: string }[]).map(({ town }) => town)

  it('rejects verbs that the role lacks, also on related tables', async () => {
    const { batch, refusal } = await writer([{ component: '_table/part/*', verbs: ['POST', 'GET'] }])
    expect(await refusal('PATCH', 'part/1', { qty: 1 })).toMatch(/^403 /)
    expect(await refusal('POST', 'maker', { name: 'x' })).toMatch(/^403 /)
    const nested = await batch('POST', 'part', { name: 'a', 'maker_by_maker id': { name: 'x' } })
    expect(nested.rows).toMatchObject([{ code: 403 }])
    expect(await admin.list('part')).toEqual([])
  })

  it('treats records outside of its conditions as missing', async () => {
    await makers('Ulm', 'Bonn', 'Ulm')
    const [ulm, bonn, other] = await idsOf()
    const { call, refusal, batch } = await writer([
      { component: '_table/maker/*', filters: [filter('town', '=', '{town}')] },
    ])
    expect(await refusal('PATCH', `maker/${bonn}`, { name: 'mine' })).toMatch(/^404 /)
    expect(await refusal('DELETE', `maker/${bonn}`)).toMatch(/^404 /)
    expect((await batch('PATCH', `maker?ids=${ulm},${bonn}&rollback=true`, { name: 'mine' })).failed).toEqual([1])
    expect((await call('PATCH', "maker?filter=name like 'maker%25'", { name: 'seen' })).body.resource).toEqual([
      { id: ulm },
      { id: other },
    ])
    expect((await call('DELETE', 'maker?filter=id > 0&limit=1')).body.resource).toEqual([{ id: ulm }])
    expect((await call('DELETE', 'maker?force=true')).body).toEqual({ success: true })
    expect(await admin.list('maker')).toEqual([{ id: bonn, name: 'maker 1', town: 'Bonn' }])
    await admin.clear('maker')
  })

  it('rejects creating or changing records so that they violate its conditions', async () => {
    await makers('Ulm', 'Ulm')
    const [first, second] = await idsOf()
    const { batch, refusal, call } = await writer([
      { component: '_table/maker/*', filters: [filter('town', '=', 'Ulm'), filter('name', '!=', 'Smith')] },
    ])
    expect((await batch('POST', 'maker', { name: 'new', town: 'Bonn' })).rows).toMatchObject([{ code: 403 }])
    expect((await batch('POST', 'maker', { name: 'new' })).rows).toMatchObject([{ code: 403 }])
    expect(
      (
        await batch('POST', 'maker?continue=true', [
          { name: 'a', town: 'Ulm' },
          { name: 'Smith', town: 'Ulm' },
          { name: 'b', town: 'Ulm' },
        ])
      ).failed,
    ).toEqual([1])
    expect(await refusal('PATCH', `maker/${first}`, { town: 'Bonn' })).toMatch(/^403 /)
    expect((await batch('PATCH', `maker?ids=${first},${second}`, { town: null })).rows).toMatchObject([{ code: 403 }])
    expect(await refusal('PATCH', 'maker?filter=id > 0', { name: 'Smith' })).toMatch(/^403 /)
    expect((await call('PATCH', `maker/${first}`, { name: 'Jones' })).status).toBe(200)
    expect(await towns()).toEqual(['Ulm', 'Ulm', 'Ulm', 'Ulm'])
    await admin.clear('maker')
  })

  it('requires at least one of several conditions joined by OR', async () => {
    const filters = [filter('town', '=', 'Ulm'), filter('town', '=', 'Bonn')]
    const { call, batch } = await writer([{ component: '_table/maker/*', filters, filter_op: 'OR' }])
    expect((await call('POST', 'maker', { name: 'a', town: 'Bonn' })).status).toBe(200)
    expect((await batch('POST', 'maker', { name: 'a', town: 'Kiel' })).rows).toMatchObject([{ code: 403 }])
    expect(await towns()).toEqual(['Bonn'])
    const keyless = await writer([{ component: '_table/log/*', filters: [filter('level', '=', '1')] }])
    expect((await keyless.batch('POST', 'log', [{ level: 1 }, { level: 2 }])).rows).toMatchObject([{ code: 403 }])
    await admin.clear('maker')
  })
})
