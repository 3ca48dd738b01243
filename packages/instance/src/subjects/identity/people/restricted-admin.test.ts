import { accessTabs, allTabs } from '@millwright/contract/access/tabs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../../testing/factories.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface OwnRole {
  readonly id: number
  readonly name: string
  readonly role_service_access_by_role_id: readonly { readonly component: string }[]
}

interface Link {
  readonly app_id: number
  readonly role_id: number
}

describe.each(engines)('restricted administrators on %s', (engine) => {
  const { send, root, make, parts, signIn } = sharedInstance({ engine })
  const appsByName = async () => {
    const rows = await parts.store.db.selectFrom('app').select(['id', 'name', 'api_key']).execute()
    return new Map(rows.map((row) => [row.name, row]))
  }
  let key: string
  beforeAll(async () => {
    key = (await appsByName()).get('admin')?.api_key ?? ''
  })
  const related = 'related=user_to_app_to_role_by_user_id'
  let made = 0

  async function linksOf(id: number): Promise<Link[]> {
    const { body } = await send<{ user_to_app_to_role_by_user_id: Link[] }>('GET', `system/admin/${id}?${related}`, {
      as: root,
    })
    return body.user_to_app_to_role_by_user_id
  }

  async function tabsOf(id: number): Promise<unknown> {
    const [link] = await linksOf(id)
    if (link === undefined) return 'no role'
    const path = `system/role/${link.role_id}?accessible_tabs=true`
    return (await send<{ accessible_tabs: unknown }>('GET', path, { as: root })).body.accessible_tabs
  }

  async function roleOf(id: number) {
    const [link] = await linksOf(id)
    const path = `system/role/${link?.role_id}?related=role_service_access_by_role_id`
    return (await send<OwnRole>('GET', path, { as: root })).body
  }

  const restrict = (id: number, tabs: readonly string[], as: TestPerson | { token: string } = root, more = {}) =>
    send('PATCH', `system/admin/${id}`, { as, body: { is_restricted_admin: true, access_by_tabs: tabs, ...more } })

  async function create(tabs: readonly string[]): Promise<{ id: number; email: string; token: string }> {
    made += 1
    const person = { email: `tab${made}@example.test`, password: 'password of tab' }
    const record = { ...person, first_name: 'Tab', is_restricted_admin: true, access_by_tabs: tabs }
    const answer = await send<{ resource: [{ id: number }] }>('POST', 'system/admin', { as: root, body: record })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { ...person, id: answer.body.resource[0].id, ...(await signIn(person)) }
  }

  it('cannot be created by administrators who are not root or are restricted, nor by restricting oneself', async () => {
    const other = await make.admin()
    const target = await make.admin()
    expect(await restrict(target.id, ['users'], other)).toMatchObject({ status: 403 })
    expect(await restrict(root.id, ['users'])).toMatchObject({ status: 403 })
    const own = await make.role({
      access: [{ service_id: null, component: '*', verbs: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }],
    })
    const admin = (await appsByName()).get('admin')
    const held = await make.admin({ is_root_admin: true, roles: [{ app_id: admin?.id ?? 0, role_id: own.id }] })
    const body = { is_restricted_admin: true, access_by_tabs: ['users'] }
    expect(await send('PATCH', `system/admin/${target.id}`, { as: held, key, body })).toMatchObject({ status: 403 })
    expect(await linksOf(target.id)).toEqual([])
  })

  it('cannot be created with unknown tabs, and nothing is written then', async () => {
    const answer = await send('POST', 'system/admin', {
      as: root,
      body: { email: 'odd@example.test', is_restricted_admin: true, access_by_tabs: ['usres'] },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: { context: { resource: [{ context: {} }] } } } })
    const found = await send('GET', 'system/admin?filter=email="odd@example.test"', { as: root })
    expect(found.body).toEqual({ resource: [] })
  })

  it('get their own role in the apps that their tabs need', async () => {
    const { id, email } = await create(['users', 'files'])
    const apps = await appsByName()
    const [first, second, ...more] = await linksOf(id)
    expect([first?.app_id, second?.app_id]).toEqual([apps.get('admin')?.id, apps.get('file_manager')?.id])
    expect([more, second?.role_id]).toEqual([[], first?.role_id])
    expect(await roleOf(id)).toMatchObject({
      name: `${email}'s role`,
      description: `${email}'s admin role`,
      is_active: true,
      role_service_access_by_role_id: expect.arrayContaining([
        expect.objectContaining({
          component: 'user/*',
          verb_mask: 31,
          requestor_mask: 3,
          filters: [],
          filter_op: 'AND',
        }),
      ]),
    })
    expect(await tabsOf(id)).toEqual(['users', 'files'])
  })

  it('may do exactly what their tabs allow, from the next request on', async () => {
    const { id, token } = await create(['users'])
    const status = async (verb: string, path: string, withKey = true) =>
      (await send(verb, path, { as: { token }, ...(withKey ? { key } : {}) })).status
    expect(await status('GET', 'system/user')).toBe(200)
    expect(await status('GET', 'system/user', false)).toBe(400)
    expect(await status('GET', 'system/lookup')).toBe(403)
    expect(await status('GET', 'system/admin/profile')).toBe(200)
    expect(await status('GET', `system/admin/${id}/session`)).toBe(200)
    await restrict(id, ['config'])
    expect(await status('GET', 'system/user')).toBe(403)
    expect(await status('GET', 'system/lookup')).toBe(200)
    expect(await tabsOf(id)).toEqual(['config'])
  })

  it('cannot read the record of anyone else, nor can other administrators who are not root', async () => {
    const { id, token } = await create(['users'])
    const other = await make.admin()
    const read = (of: number, as: { token: string }) => send('GET', `system/admin/${of}/session`, { as, key })
    expect(await read(root.id, { token })).toMatchObject({ status: 403 })
    expect(await read(root.id, other)).toMatchObject({ status: 403 })
    expect(await read(id, other)).toMatchObject({ status: 403 })
    expect(await read(id, { token })).toMatchObject({ status: 200, body: { id } })
    expect(await read(other.id, other)).toMatchObject({ status: 200, body: { id: other.id } })
    expect(await read(id, root)).toMatchObject({ status: 200, body: { id } })
  })

  it('cannot free themselves through their own record, their role, its rows or its apps', async () => {
    const { id, token } = await create(['apps', 'users'])
    const [link] = await linksOf(id)
    const as = { token }
    const detach = [{ ...link, app_id: null, role_id: null, user_id: null }]
    const tries: readonly [string, string, object][] = [
      ['PATCH', `system/admin/${id}`, { is_restricted_admin: true, access_by_tabs: accessTabs }],
      ['PATCH', `system/role/${link?.role_id}`, { role_service_access_by_role_id: [] }],
      ['DELETE', `system/role/${link?.role_id}`, {}],
      ['PATCH', `system/app/${link?.app_id}`, { user_to_app_to_role_by_app_id: detach }],
      ['DELETE', `system/app/${link?.app_id}`, {}],
    ]
    for (const [verb, path, body] of tries) expect((await send(verb, path, { as, key, body })).status).toBe(403)
    expect(await tabsOf(id)).toEqual(['apps', 'users'])
  })

  it('keep rows that were added to their role, and lose those of dropped tabs that no other tab needs', async () => {
    const { id } = await create(['apps', 'users'])
    const { id: role } = await roleOf(id)
    const body = { role_service_access_by_role_id: [{ component: 'mine/*', verb_mask: 1 }] }
    await send('PATCH', `system/role/${role}`, { as: root, body })
    await restrict(id, ['users', 'apidocs'])
    expect(await tabsOf(id)).toEqual(['users', 'apidocs'])
    const names = (await roleOf(id)).role_service_access_by_role_id.map(({ component }) => component)
    expect(names).toContain('mine/*')
    expect(names).not.toContain('service/*')
    expect(names.filter((name) => name === 'app/*')).toHaveLength(1)
  })

  it('have their role renamed with their email address, even if its name is taken', async () => {
    const { id } = await create(['users'])
    const { id: role } = await roleOf(id)
    await send('PATCH', `system/admin/${id}`, { as: root, body: { email: 'renamed@example.test' } })
    expect(await roleOf(id)).toMatchObject({ id: role, name: "renamed@example.test's role" })
    await make.role({ name: "taken@example.test's role" })
    await send('PATCH', `system/admin/${id}`, { as: root, body: { email: 'taken@example.test' } })
    expect(await roleOf(id)).toMatchObject({ id: role, name: "taken@example.test's role 2" })
    const long = `${'l'.repeat(60)}@${'d'.repeat(60)}.test`
    await send('PATCH', `system/admin/${id}`, { as: root, body: { email: long } })
    expect((await roleOf(id)).name).toMatch(/^l{57}'s role$/)
  })

  it('become unrestricted with all tabs in any order, and without their role', async () => {
    const { id, email } = await create(['users', 'files'])
    const { id: role } = await roleOf(id)
    expect((await restrict(id, [...accessTabs].reverse())).status).toBe(200)
    expect(await linksOf(id)).toEqual([])
    expect((await send('GET', `system/role/${role}`, { as: root })).status).toBe(404)
    const session = await signIn({ email, password: 'password of tab' })
    expect((await send('GET', 'system/lookup', { as: session })).status).toBe(200)
  })

  it('stay unchanged without these fields, and unrestricted with all tabs from the start', async () => {
    const { id } = await create(['users'])
    await send('PATCH', `system/admin/${id}`, { as: root, body: { is_restricted_admin: false, access_by_tabs: [] } })
    await send('PATCH', `system/admin/${id}`, { as: root, body: { phone: '1' } })
    expect(await tabsOf(id)).toEqual(['users'])
    expect(await linksOf((await create(accessTabs)).id)).toEqual([])
  })

  it('leave a role unchanged that others have as well', async () => {
    const admin = (await appsByName()).get('admin')
    const shared = await make.role({ name: "somebody's role" })
    const one = await make.admin({ roles: [{ app_id: admin?.id ?? 0, role_id: shared.id }] })
    const two = await make.admin({ roles: [{ app_id: admin?.id ?? 0, role_id: shared.id }] })
    await restrict(one.id, ['users'])
    expect((await roleOf(one.id)).name).toBe(`${one.email}'s role`)
    expect((await roleOf(two.id)).name).toBe("somebody's role")
  })

  it('have their role deleted together with them', async () => {
    const { id } = await create(['users'])
    const { id: role } = await roleOf(id)
    expect((await send('DELETE', `system/admin/${id}`, { as: root })).status).toBe(200)
    expect((await send('GET', `system/role/${role}`, { as: root })).status).toBe(404)
  })

  it('have their tabs listed with their roles, whatever fields are requested; roles without a person list all', async () => {
    const { id } = await create(['users'])
    const { id: role } = await roleOf(id)
    const free = await make.role()
    const list = `system/role?ids=${role},${free.id}&accessible_tabs=true&fields=name`
    expect((await send('GET', list, { as: root })).body).toMatchObject({
      resource: [{ accessible_tabs: ['users'] }, { accessible_tabs: allTabs }],
    })
    const bare = await send<object>('GET', `system/role/${role}?fields=name&accessible_tabs=true`, { as: root })
    expect(Object.keys(bare.body)).toEqual(['name', 'accessible_tabs'])
    const without = await send('GET', `system/role/${role}`, { as: root })
    expect(without.body).not.toHaveProperty('accessible_tabs')
  })
})
