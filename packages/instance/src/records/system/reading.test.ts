import { beforeAll, describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

interface List {
  readonly resource: readonly Record<string, unknown>[]
  readonly meta?: { readonly count?: number; readonly schema?: { readonly field: readonly { name: string }[] } }
}

describe.each(engines)('reading a collection on %s', (engine) => {
  const { send, root, make } = sharedInstance({ engine })
  const people: number[] = []

  const read = (path: string, params: Record<string, string> = {}) =>
    send<List>('GET', `system/${path}?${new URLSearchParams(params)}`, { as: root })
  const names = async (params: Record<string, string>) =>
    (await read('user', { fields: 'name', ...params })).body.resource.map(({ name }) => name)
  const refusal = async (path: string, params: Record<string, string> = {}) => {
    const { status, body } = await send<{ error: { message: string } }>(
      'GET',
      `system/${path}?${new URLSearchParams(params)}`,
      { as: root },
    )
    return `${status} ${body.error.message}`
  }

  beforeAll(async () => {
    for (const [name, last_name, is_active] of [
      ['Ann 100%', 'Lee', true],
      ['bob', 'Lee', true],
      ['Cy_d', null, false],
      ["O'Brien", 'Kim', true],
    ] as const) {
      people.push((await make.user({ name, last_name, is_active, email: `${people.length}@example.test` })).id)
    }
  })

  it.each([
    [{ fields: 'id,nope' }, 'nope'],
    [{ fields: 'password' }, 'password'],
    [{ fields: 'token_generation' }, 'token_generation'],
    [{ related: 'nope_by_x' }, 'Unknown relationship: nope_by_x'],
    [{ order: 'nope' }, 'nope'],
    [{ order: 'password' }, 'password'],
    [{ order: 'name sideways' }, "'name sideways'"],
    [{ order: 'confirmed' }, "'confirmed'"],
    [{ group: 'nope' }, 'nope'],
    [{ filter: 'nope = 1' }, "'nope'"],
    [{ filter: 'password like "%"' }, "'password'"],
    [{ filter: 'confirm_code is null' }, "'confirm_code'"],
    [{ filter: 'revision = 1' }, "'revision'"],
    [{ filter: 'expired = true' }, "'expired'"],
    [{ filter: 'id = abc' }, "'abc'"],
    [{ filter: 'is_active = maybe' }, "'maybe'"],
    [{ filter: 'name = :who' }, "':who'"],
    [{ filter: 'nope ~~ 3' }, 'cannot be read'],
    [{ limit: 'many' }, "'limit'"],
  ])('rejects %o, naming what is wrong', async (params, named) => {
    expect(await refusal('user', params)).toMatch(/^400 /)
    expect(await refusal('user', params)).toContain(named)
  })

  it('omits the answer to a security question, although `fields` may name it', async () => {
    const { status, body } = await send<object>('GET', `system/user/${people[0]}?fields=id,security_answer`, {
      as: root,
    })
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['confirmed', 'expired', 'id']])
    expect(await refusal('user', { fields: 'id,nothing' })).toBe('400 Unknown field: nothing')
  })

  it('does not find missing records, or those of the other kind', async () => {
    expect(await refusal('user/9999')).toBe("404 Record with identifier '9999' not found.")
    expect(await refusal('user/99999999999999999999')).toMatch(/^404/)
    expect(await refusal('user/one')).toMatch(/^404/)
    expect(await refusal(`user/${people[0]}/more`)).toMatch(/^404/)
    expect(await refusal(`user/${root.id}`)).toMatch(/^404/)
    expect(await refusal(`admin/${people[0]}`)).toMatch(/^404/)
  })

  it('rejects a list of ids if one is missing, and names it', async () => {
    const stopped = await read('user', { ids: `${people[0]},9999,${people[1]}`, fields: 'id' })
    expect(stopped.status).toBe(400)
    expect(stopped.body).toMatchObject({
      error: {
        code: 1000,
        message: 'Batch Error: Not all requested records could be retrieved.',
        context: { error: [1], resource: [{ id: people[0] }, { code: 404 }] },
      },
    })
    const all = await read('user', { ids: `${people[0]},9999,${people[1]}`, fields: 'id', continue: 'true' })
    expect(all.body).toMatchObject({ error: { context: { resource: [{ id: people[0] }, {}, { id: people[1] }] } } })
  })

  it('rejects a condition on groups', async () => {
    expect((await read('user', { group: 'last_name', having: 'count(*) > 1' })).status).toBe(400)
  })

  it('returns ids in the requested order, from the URL or the body', async () => {
    const ids = [people[2], people[0]]
    const listed = await read('user', { ids: ids.join(), as_list: 'true', include_count: 'true' })
    expect(listed.body).toEqual({ resource: ids, meta: { count: 2 } })
    const headers = { 'X-HTTP-Method-Override': 'GET' }
    for (const body of [{ ids }, { resource: ids.map((id) => ({ id })) }]) {
      const answer = await send('POST', 'system/user?as_list=true', { as: root, headers, body })
      expect(answer).toMatchObject({ status: 200, body: { resource: ids } })
    }
  })

  it.each<[string, readonly string[]]>([
    ["name = 'bob'", ['bob']],
    ["name = 'BOB'", []],
    ['name like "%B%"', ['bob', "O'Brien"]],
    ['name contains "0%"', ['Ann 100%']],
    ['name contains "_"', ['Cy_d']],
    ["name starts with 'o''b'", ["O'Brien"]],
    ['name ends with D', ['Cy_d']],
    ['name like "%\\\\"', []],
    ['is_active = true', ['Ann 100%', 'bob', "O'Brien"]],
    ['is_active = 1', ['Ann 100%', 'bob', "O'Brien"]],
    ['is_active != 1', ['Cy_d']],
    ['last_name is null', ['Cy_d']],
    ['not (last_name = Lee) and is_active = 1', ["O'Brien"]],
    ["name = 'bob' or last_name = 'Kim' and is_active = 0", ['bob']],
    ["(name = 'bob') or (last_name = 'Kim')", ['bob', "O'Brien"]],
    ["last_name in ('Kim', 'Lee')", ['Ann 100%', 'bob', "O'Brien"]],
    ["last_name not in ('Lee')", ["O'Brien"]],
    ["created_date > '2020-01-01'", ['Ann 100%', 'bob', 'Cy_d', "O'Brien"]],
    ["created_date > '2999-01-01 10:00:00'", []],
    ['id in (99999999999999)', []],
    ['id = 99999999999999', []],
    ["name = ''' or 1=1 --'", []],
  ])('parses the filter %s', async (filter, expected) => {
    expect(await names({ filter })).toEqual(expected)
  })

  it('compares the decimal text of a number with LIKE', async () => {
    const [, second] = people
    expect(await names({ filter: `(id like ${second})` })).toEqual(['bob'])
    expect(await names({ filter: `id like "%${String(second).slice(-1)}"` })).toContain('bob')
  })

  it('takes values of a filter from its parameters', async () => {
    expect(await names({ filter: 'name = :who', 'params[:who]': 'bob' })).toEqual(['bob'])
    expect(await names({ filter: 'name = :who', 'params[who]': 'Cy_d' })).toEqual(['Cy_d'])
  })

  it('orders with nulls first, by several fields, under each name of the parameter', async () => {
    expect(await names({ order: 'last_name,name desc' })).toEqual(['Cy_d', "O'Brien", 'bob', 'Ann 100%'])
    expect(await names({ sort: 'last_name desc' })).toEqual(['bob', 'Ann 100%', "O'Brien", 'Cy_d'])
    expect(await names({ order_by: 'id DESC' })).toEqual(["O'Brien", 'Cy_d', 'bob', 'Ann 100%'])
  })

  it('pages, and counts all matches regardless of the page', async () => {
    const page = await read('user', { limit: '2', offset: '1', include_count: 'true', fields: 'name' })
    expect(page.body).toMatchObject({ resource: [{ name: 'bob' }, { name: 'Cy_d' }], meta: { count: 4 } })
    expect(await names({ skip: '3', limit: '0' })).toEqual(["O'Brien"])
    expect(await names({ limit: '-1' })).toHaveLength(4)
    expect(await names({ limit: '99999999999999999999' })).toHaveLength(4)
    expect(await names({ offset: '99999999999999999999' })).toEqual([])
    const counted = await read('user', { filter: 'last_name = Lee', limit: '1', include_count: 'true' })
    expect(counted.body.meta?.count).toBe(2)
    expect((await read('user', { count_only: 'true', filter: 'last_name = Lee' })).body).toBe(2)
  })

  it('groups to one row per value', async () => {
    expect(await names({ group: 'last_name' })).toEqual(['Ann 100%', 'Cy_d', "O'Brien"])
    expect(await names({ group: 'last_name', filter: 'is_active = 1' })).toEqual(['Ann 100%', "O'Brien"])
  })

  it('always returns whether a person is confirmed, and never secrets', async () => {
    const reduced = await read(`user/${people[0]}`, { fields: 'id,name' })
    expect(reduced.body).toEqual({ id: people[0], name: 'Ann 100%', confirmed: true, expired: false })
    const whole = await read(`user/${people[0]}`)
    expect(Object.keys(whole.body).join()).toBe(
      'id,name,username,ldap_username,first_name,last_name,last_login_date,email,is_active,phone,security_question,' +
        'default_app_id,adldap,oauth_provider,saml,created_date,last_modified_date,created_by_id,last_modified_by_id,' +
        'is_root_admin,confirmed,expired',
    )
  })

  it('lists the values of a field other than the key', async () => {
    const params = { as_list: 'true', id_field: 'name', order: 'name', limit: '1' }
    expect((await read('user', params)).body).toEqual({ resource: ['Ann 100%'] })
  })

  it('describes its table', async () => {
    const { body } = await read('lookup', { include_schema: 'true' })
    expect(body.meta?.schema).toMatchObject({ name: 'lookup', label: 'Lookup', plural: 'Lookups', primary_key: ['id'] })
    const name = body.meta?.schema?.field.find((field) => field.name === 'name')
    expect(name).toMatchObject({ type: 'string', length: 255, required: true, allow_null: false })
  })

  it('attaches related records of every kind, even if their keys are not requested', async () => {
    const role = await make.role({ name: 'clerk' })
    const app = await make.app({ name: 'stock', role_id: role.id })
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const related =
      'user_to_app_to_role_by_user_id,app_by_user_to_app_to_role,role_by_user_to_app_to_role,lookup_by_user_id,user_by_created_by_id'
    const one = await read(`user/${user.id}`, { fields: 'name', related })
    expect(one.body).toMatchObject({
      user_to_app_to_role_by_user_id: [{ user_id: user.id, app_id: app.id, role_id: role.id }],
      app_by_user_to_app_to_role: [{ id: app.id, name: 'stock' }],
      role_by_user_to_app_to_role: [{ id: role.id, name: 'clerk' }],
      lookup_by_user_id: [],
      user_by_created_by_id: null,
    })
    expect(one.body).not.toHaveProperty('id')
    const apps = await read('app', { fields: 'name', related: 'role_by_role_id', order: 'name desc' })
    expect(apps.body.resource[0]).toMatchObject({ name: 'stock', role_by_role_id: { name: 'clerk', is_active: true } })
    expect(apps.body.resource.at(-1)).toEqual({ name: 'admin', role_by_role_id: null })
  })
})
