import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeLibrary } from '../../testing/databases/library.ts'

interface Rule {
  readonly component: string
  readonly filters?: readonly { name: string; operator: string; value: string | null }[]
  readonly filter_op?: string
}

forEachEngine('reading with a role', (on) => {
  const service = sharedServiceOn(on)
  const { instance, database } = service
  const { send, root, make } = instance
  beforeAll(() => makeLibrary({ database, engine: on.engine }))

  /** Returns what a user with these rules can read; the user's own lookup key `year` is 1950. */
  async function reader(rules: readonly Rule[]) {
    const access = rules.map((rule) => ({ ...rule, service_id: service.serviceId, verb_mask: 1, requestor_mask: 1 }))
    const role = {
      name: `role ${rules.length} ${Math.random()}`,
      is_active: true,
      role_service_access_by_role_id: access,
    }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: { resource: [role] },
    })
    const app = await make.app()
    const user = await make.user({ roles: [{ app_id: app.id, role_id: made.body.resource[0].id }] })
    const lookup_by_user_id = [{ name: 'year', value: '1950' }]
    await send('PATCH', `system/user/${user.id}`, { as: root, body: { lookup_by_user_id } })
    return async (path: string) => {
      const { body } = await send('GET', `db/_table${path}`, { as: user, key: app.api_key })
      return (body as { resource?: unknown }).resource ?? body
    }
  }

  const refused = (code: number) => ({ error: { code } })
  const filter = (name: string, operator: string, value: string | null = null) => ({ name, operator, value })

  it('hides tables, and records outside its conditions, however they are requested', async () => {
    const get = await reader([
      { component: '_table/' },
      { component: '_table/author/*', filters: [filter('born', '=', '1950')] },
    ])
    expect(await get('')).toEqual([{ name: 'author' }])
    expect(await get('/book')).toMatchObject(refused(403))
    expect(await get('/author?fields=id')).toEqual([{ id: 1 }, { id: 4 }])
    expect(await get('/author/3')).toMatchObject(refused(404))
    expect(await get('/author?ids=1,3')).toMatchObject({ error: { code: 1000, context: { error: [1] } } })
    expect(await get('/author?count_only=true')).toBe(2)
    expect(await get("/author?filter=(name='Cleo') or (1=1)")).toMatchObject(refused(400))
    expect(await get("/author?filter=name='Cleo' or id > 0&fields=id")).toEqual([{ id: 1 }, { id: 4 }])
    expect(await get('/author?fields=born,COUNT(*)&group=born')).toEqual([{ born: 1950, COUNT_ALL: 2 }])
  })

  it('substitutes lookup keys in values, which never become conditions', async () => {
    const get = await reader([{ component: '_table/author', filters: [filter('born', '=', '{year}')] }])
    expect(await get('/author?fields=id')).toEqual([{ id: 1 }, { id: 4 }])
    expect(await get('/author?fields=id&filter=born={year}')).toEqual([{ id: 1 }, { id: 4 }])
    const hostile = await reader([{ component: '_table/author', filters: [filter('name', '=', "x' OR 1=1 --")] }])
    expect(await hostile('/author')).toEqual([])
  })

  it.each([
    [[filter('born', 'is null'), filter('name', 'starts with', 'Cl')], 'OR', [2, 3]],
    [[filter('born', 'is not null'), filter('name', '!=', '"Ann"')], 'AND', [3, 4]],
    [[filter('name', 'in', '(Ann, "Ben")')], 'AND', [1, 2]],
    [[filter('name', 'not in', 'Ann,Ben')], 'AND', [3, 4]],
    [[filter('name', 'contains', 'e'), filter('id', '<', '3')], 'AND', [2]],
  ])('applies %j with %s', async (filters, filter_op, ids) => {
    const get = await reader([{ component: '_table/*', filters, filter_op }])
    expect(await get('/author?fields=id')).toEqual(ids.map((id) => ({ id })))
  })

  it('denies access if its conditions cannot be applied', async () => {
    const unknown = await reader([{ component: '_table/*', filters: [filter('nosuch', '=', '1')] }])
    expect(await unknown('/author')).toMatchObject(refused(403))
    const misfit = await reader([{ component: '_table/*', filters: [filter('born', '=', '{nosuch}')] }])
    expect(await misfit('/author')).toMatchObject(refused(403))
    const odd = await reader([{ component: '_table/*', filters: [filter('id', '; drop table author', '1')] }])
    expect(await odd('/author')).toMatchObject(refused(403))
  })

  it('reads related tables with their own rights and conditions', async () => {
    const get = await reader([
      { component: '_table/author' },
      { component: '_table/book/*', filters: [filter('id', '<', '2')] },
    ])
    expect(await get('/author?related=*&ids=1&fields=id')).toEqual([
      { id: 1, book_by_author_id: [expect.objectContaining({ id: 1 })] },
    ])
    expect(await get('/author?related=card_by_author_id')).toMatchObject(refused(403))
    expect(await get('/book?related=tag_by_book_tag')).toMatchObject(refused(403))
  })
})
