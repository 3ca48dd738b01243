import { beforeAll, expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { execute } from '../../../testing/databases/library.ts'
import { fixture } from '../../../testing/fixture.ts'
import { sharedServiceOn } from './suite/service-on.ts'

forEachEngine('a user who may change a table', (on) => {
  const tested = sharedServiceOn(on)
  const { instance, database } = tested
  const { make, send, root, parts } = instance
  const run = (sql: string) => execute({ database, engine: on.engine }, sql)
  beforeAll(async () => {
    await run('CREATE TABLE [staff] ([id] integer NOT NULL PRIMARY KEY, [first_name] varchar(20))')
    await run('CREATE TABLE [item] ([id] integer NOT NULL PRIMARY KEY, [name] varchar(20), [note] varchar(200))')
    await run(`INSERT INTO [staff] VALUES (1, 'Secret')`)
    await run(`INSERT INTO [item] ([id], [name]) VALUES (1, 'Ann')`)
  })
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const role = fixture(() =>
    make.role({
      access: ['_schema/item/*', '_table/item/*', '_schema/fresh/*', '_schema/'].map((component) => ({
        service_id: tested.serviceId,
        component,
        verbs: [...all],
      })),
    }),
  )
  const app = fixture(() => make.app())
  const user = fixture(() => make.user({ roles: [{ app_id: app.id, role_id: role.id }] }))
  const admin = fixture(() => make.admin({ roles: [{ app_id: app.id, role_id: role.id }] }))
  type Caller = typeof user
  const call = async (as: Caller, verb: (typeof all)[number], path: string, body?: unknown) => {
    const answer = await send<{ error?: { message: string } }>(verb, `db/${path}`, {
      as,
      key: app.api_key,
      ...(body === undefined ? {} : { body }),
    })
    return { ...answer, said: `${answer.status} ${answer.body.error?.message}` }
  }
  const functionOf = (use: string[], text: string) => ({ db_function: [{ use, function: text }] })
  const set = (as: Caller, field: string, more: object) => call(as, 'PATCH', `_schema/item/_field/${field}`, more)
  const reset = () => set(root, 'name', { db_function: null })
  const hostile = [
    '(select max(first_name) from staff)',
    'upper((select max(first_name) from staff))',
    `pg_read_file('/etc/passwd')`,
    `load_file('/etc/passwd')`,
    `query_to_xml('select * from staff', true, true, 'x')`,
    'id + 1',
    'name',
  ]

  it.each(['SELECT', 'FILTER', 'INSERT', 'UPDATE'])(
    'can store calls of listed functions for %s, and no other SQL',
    async (use) => {
      for (const as of [user, admin]) {
        for (const text of hostile) {
          expect((await set(as, 'name', functionOf([use], text))).said).toMatch(
            /^403 The function .*full administrator/,
          )
          expect((await set(as, 'name', { ...functionOf([use], text), name: 'name', label: 'x' })).status).toBe(403)
          const virtual = { name: 'v', type: 'string', is_virtual: true, ...functionOf([use, 'SELECT'], text) }
          expect((await call(as, 'POST', '_schema/item/_field', virtual)).status).toBe(403)
          expect((await call(as, 'PATCH', '_schema/item', { field: [virtual] })).status).toBe(403)
          const fresh = { name: 'fresh', field: [{ name: 'id', type: 'id' }, virtual] }
          expect((await call(as, 'POST', '_schema', fresh)).status).toBe(403)
          const old = { name: 'v', type: 'virtual', db_function: { type: 'string', function: text, aggregate: true } }
          expect((await call(as, 'POST', '_schema/item/_field', old)).status).toBe(403)
        }
        for (const text of ['upper(name', 'upper(name);', 'upper(name)) --'])
          expect((await set(as, 'name', functionOf([use], text))).said).toMatch(/^400 .*is not accepted as SQL/)
      }
      const { body } = await call(root, 'GET', '_schema/item')
      expect(body).toMatchObject({ field: [{}, { name: 'name', db_function: null }, {}] })
    },
  )

  it('can use these calls in all operations', async () => {
    const twice = {
      name: 'both',
      type: 'string',
      is_virtual: true,
      ...functionOf(['SELECT'], "concat(name, '-', name)"),
    }
    expect((await call(user, 'POST', '_schema/item/_field', twice)).status).toBe(200)
    expect((await set(user, 'name', functionOf(['INSERT', 'UPDATE'], 'upper({value})'))).status).toBe(200)
    await call(user, 'POST', '_table/item', { id: 2, name: "it's" })
    await call(user, 'PATCH', '_table/item/1', { name: 'ben' })
    expect((await set(user, 'name', functionOf(['SELECT', 'FILTER'], 'lower(name)'))).status).toBe(200)
    expect((await call(user, 'GET', '_table/item?filter=name="ben"&fields=id,name,both')).body).toEqual({
      resource: [{ id: 1, name: 'ben', both: 'BEN-BEN' }],
    })
    expect((await call(user, 'GET', '_table/item/2?fields=name')).body).toEqual({ name: "it's" })
    await call(root, 'DELETE', '_schema/item/_field?ids=both')
    await call(root, 'DELETE', '_table/item/2')
    await call(root, 'PATCH', '_table/item/1', { name: 'Ann' })
    await reset()
  })

  it('keeps functions of a full administrator unchanged, and cannot reuse them elsewhere', async () => {
    expect((await set(root, 'name', functionOf(['SELECT'], `coalesce(name, name) || '!'`))).status).toBe(200)
    const described = (await call(user, 'GET', '_schema/item')).body
    expect((await call(user, 'PATCH', '_schema/item', { ...described, label: 'Things' })).status).toBe(200)
    const other = `coalesce(name, name) || '!'`
    expect((await set(user, 'note', functionOf(['SELECT'], other))).status).toBe(403)
    expect((await set(user, 'name', functionOf(['SELECT', 'FILTER'], other))).status).toBe(403)
    expect((await call(user, 'GET', '_table/item/1?fields=name')).status).toBe(200)
    await reset()
  })

  it('cannot use unapproved functions that were stored before this check existed', async () => {
    const store = async (use: string, text: string, more: object = {}) => {
      const db_function = JSON.stringify([{ use: [use], function: text, function_type: 'database', ...more }])
      await parts.store.db.deleteFrom('db_field_extras').where('field_name', '=', 'name').execute()
      await parts.store.db
        .insertInto('db_field_extras')
        .values({
          alias: null,
          label: null,
          description: null,
          type: null,
          picklist: null,
          validation: null,
          client_info: null,
          is_virtual: 0,
          is_aggregate: 0,
          service_id: tested.serviceId,
          table_name: 'item',
          field_name: 'name',
          db_function,
        })
        .execute()
      await call(root, 'GET', '_schema?refresh=true')
    }
    const subquery = '(select max(first_name) from staff)'
    await store('SELECT', subquery)
    for (const as of [user, root])
      expect((await call(as, 'GET', '_table/item')).said).toMatch(/^403 The function of the field 'name' for SELECT/)
    expect((await call(user, 'GET', '_table/item?fields=id')).status).toBe(200)
    expect((await call(user, 'PATCH', '_table/item/1', { note: 'x' })).status).toBe(200)
    await store('FILTER', subquery)
    expect((await call(user, 'GET', '_table/item?filter=name=x')).status).toBe(403)
    await store('UPDATE', subquery)
    expect((await call(user, 'PATCH', '_table/item/1', { name: 'x' })).status).toBe(403)
    await store('INSERT', subquery)
    const made = await call(user, 'POST', '_table/item', { id: 3, name: 'x' })
    expect(JSON.stringify(made.body)).toContain('once a full administrator has saved it again')
    expect((await call(user, 'GET', '_table/item/3?fields=id')).status).toBe(404)
    await store('SELECT', 'upper(name)')
    expect((await call(user, 'GET', '_table/item/1?fields=name')).body).toEqual({ name: 'ANN' })
    expect((await set(root, 'name', functionOf(['SELECT'], subquery))).status).toBe(200)
    expect((await call(user, 'GET', '_table/item/1?fields=name')).body).toEqual({ name: 'Secret' })
    await reset()
  })

  it('cannot affect what role filters compare', async () => {
    await call(root, 'POST', '_table/item', { id: 4, name: 'Eve' })
    const rule = { service_id: tested.serviceId, verb_mask: 31, requestor_mask: 1 }
    const filters = [{ name: 'name', operator: '=', value: 'ANN' }]
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: {
        name: 'narrow',
        is_active: true,
        role_service_access_by_role_id: [
          { ...rule, component: '_schema/item/*' },
          { ...rule, component: '_table/item/*', filters },
        ],
      },
    })
    const app = await make.app()
    const held = await make.user({ roles: [{ app_id: app.id, role_id: made.body.resource[0].id }] })
    const asHeld = (verb: 'GET' | 'PATCH', path: string, body?: object) =>
      send<{ resource?: unknown }>(verb, `db/${path}`, { as: held, key: app.api_key, ...(body && { body }) })
    const seen = async () => (await asHeld('GET', '_table/item?fields=id')).body.resource
    const before = await seen()
    const always = functionOf(['FILTER'], "coalesce('ANN', name)")
    expect((await asHeld('PATCH', '_schema/item/_field/name', always)).status).toBe(200)
    expect(await seen()).toEqual(before)
    await set(root, 'name', functionOf(['FILTER'], 'upper(name)'))
    expect(await seen()).toEqual([{ id: 1 }])
    await reset()
    await call(root, 'DELETE', '_table/item/4')
  })

  it('can set types and defaults, but no other SQL', async () => {
    const field = (more: object) =>
      call(user, 'POST', '_schema/item/_field', { name: 'more', allow_null: true, ...more })
    for (const [more, flaw] of [
      [
        { type: 'string', default: { expression: `pg_read_file('/etc/passwd')` } },
        /^403 The default .*is not an allowed one/,
      ],
      [{ type: 'string', default: { expression: `load_file('/etc/passwd')` } }, /^403/],
      [{ type: 'string', default: { expression: 'current_user' } }, /^403/],
      [{ type: `varchar(20) default (load_file('x'))` }, /^403 The type/],
      [{ type: 'integer references staff' }, /^403 The type/],
      [{ type: 'integer check (id > (select 1))' }, /^403 The type/],
      [{ db_type: 'integer references staff' }, /^40[03] The (database )?type/],
    ] as const)
      expect((await field(more)).said).toMatch(flaw)
    expect((await field({ type: "varchar(20) not null default 'x'" })).status).toBe(200)
    expect((await call(user, 'DELETE', '_schema/item/_field/more')).status).toBe(200)
    expect((await field({ type: 'timestamp', default: { expression: 'CURRENT_TIMESTAMP' } })).status).toBe(200)
    await call(root, 'DELETE', '_schema/item/_field/more')
  })

  it('can extend the list of functions only as a full administrator', async () => {
    const tabs = await make.role({
      access: [{ service_id: await make.serviceId('system'), component: 'service/*', verbs: [...all] }],
    })
    const keeper = await make.admin({ roles: [{ app_id: app.id, role_id: tabs.id }] })
    const config = async (as: Caller, config: object) => {
      const answer = await send<{ error?: { message: string; context: unknown } }>(
        'PATCH',
        `system/service/${tested.serviceId}`,
        {
          as,
          key: app.api_key,
          body: { config },
        },
      )
      return answer
    }
    expect((await config(root, { db_functions: ['not a name'] })).status).toBe(400)
    for (const setting of [{ db_functions: ['trim'] }, { statements: ['select 1'] }])
      expect((await config(keeper, setting)).status).toBe(403)
    expect((await config(root, { db_functions: ['SOUNDEX'] })).status).toBe(200)
    expect((await config(keeper, { db_functions: ['SOUNDEX'], max_records: 900 })).status).toBe(200)
    expect((await set(user, 'name', functionOf(['SELECT'], 'soundex(name)'))).status).toBe(200)
    expect((await config(root, { db_functions: [] })).status).toBe(200)
    expect((await call(user, 'GET', '_table/item/1?fields=name')).status).toBe(403)
    await reset()
  })
})
