import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Dependents } from '@millwright/contract/wire/dependents'
import { isRecord } from '@millwright/contract/wire/is-record'
import { beforeAll, describe, expect, it } from 'vitest'
import { namesIn } from '../../../../records/system/table-authority.ts'
import { createServiceKinds } from '../../../../service-kinds.ts'
import { columnNames, namingColumns } from '../../../../store/column-names.ts'
import type { TableName } from '../../../../store/tables.ts'
import { restrictedAdmin } from '../../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { declaredWith } from './graph.ts'

/** Settings whose texts are used later, or sound as if they named something, but name nothing in the instance besides the service's own. */
const nameless = new Set(
  `from_name from_email reply_to_name reply_to_email name value description message data instructions text
   namespace actor oauth_scope oauth_audience db_functions scm_repository scm_reference public_path
   container base_path`.split(/\s+/),
)

describe('a name', () => {
  const instance = sharedInstance()
  const { send, root, parts, make } = instance
  const told = ({ resource }: Dependents) =>
    resource.map(({ resource: name, effect, names, count }) => `${name} ${effect} ${count}: ${names.join(', ')}`)
  const ask = async (path: string, as: Parameters<typeof send>[2] = { as: root }) =>
    (await send<Dependents>('GET', `system/${path}`, as)).body
  async function create(resource: string, body: object): Promise<number> {
    const made = await send<{ resource: [{ id: number }] }>('POST', `system/${resource}`, {
      as: root,
      body: { resource: [body] },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.resource[0].id
  }
  const saveScript = (name: string, content: string) =>
    send('POST', `system/event_script/${name}`, { as: root, body: { type: 'nodejs', is_active: true, content } })
  let service: number

  beforeAll(async () => {
    const config = { database: 'any.sqlite' }
    service = await create('service', { name: 'zzold', label: 'Shop', type: 'sqlite', is_active: true, config })
    const fields = [
      { name: 'id', type: 'id' },
      { name: 'state', type: 'string' },
    ]
    await send('POST', 'zzold/_schema', { as: root, body: { resource: [{ name: 'orders', field: fields }] } })
    await saveScript('zzold._table.orders.get.pre_process', `throw new Error('validated')`)
    await saveScript('db.get.post_process', `platform.api.get('zzold/_table/orders')`)
    await create('webhook', { name: 'hook', url: 'https://example.com', events: ['zzold.*', 'db.get'] })
    await create('service', {
      name: 'tools',
      type: 'mcp',
      is_active: true,
      config: {
        exposed_services: ['db', 'zzold'],
        disabled_tools: ['zzold_listorders'],
        custom_tools: [{ name: 'orders', url: '/api/v2/zzold/_table/orders', http_method: 'GET' }],
      },
    })
    await create('service', {
      name: 'log',
      type: 'logstash',
      config: { host: 'localhost', port: 1, service_event_map: [{ event: 'zzold.get' }] },
    })
    await create('email_template', { name: 'mail', attachment: [{ service: 'zzold', path: 'a.pdf' }] })
    await create('cors', { path: 'api/v2/zzold/*', origin: 'https://shop.test', method: ['GET'] })
    await create('app', { name: 'by path', type: 3, path: '/zzold/index.html' })
    await create('app', { name: 'by address', type: 2, url: '/api/v2/zzold/_table/orders' })
  })

  /** Columns with a text in them, except those with names at the time. */
  async function holding(text: string): Promise<string[]> {
    const { statements } = parts.store
    const tables = await statements.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`, [])
    const found: string[] = []
    for (const { name: table } of tables) {
      // Runs are logged later, under the name that they had.
      if (/^(?:sqlite|usage)_|^script_entry$/.test(table)) continue
      const declared: Readonly<Record<string, unknown>> = Reflect.get(columnNames, table) ?? {}
      for (const row of await statements.all<Record<string, unknown>>(`SELECT * FROM "${table}"`, [])) {
        for (const [column, value] of Object.entries(row)) {
          if (declared[column] !== 'past' && String(value).toLowerCase().includes(text))
            found.push(`${table}.${column}`)
        }
      }
    }
    return [...new Set(found)].toSorted()
  }

  it('is taken by a script once only, and leads nobody without full access to what others meant', async () => {
    const { as, key } = await restrictedAdmin(instance, ['services'])
    const id = await create('service', { name: 'own', type: 'local_file', config: { container: 'own' } })
    const config = { database: 'gone.sqlite' }
    const gone = await create('service', { name: 'zzgone', type: 'sqlite', is_active: true, config })
    await saveScript('zzgone._table.orders.get.pre_process', '1')
    expect((await send('DELETE', `system/service/${gone}`, { as: root })).status).toBe(200)
    const renamed = await send('PATCH', `system/service/${id}`, { as, key, body: { name: 'zzgone' } })
    expect(renamed).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("'zzgone' is already named by 1 other record.") } },
    })
    const taken = await send('PATCH', `system/service/${service}`, { as: root, body: { name: 'zzgone' } })
    expect(taken).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("There is a script 'zzgone._table.orders.get.pre_process'") } },
    })
    expect(await holding('zzgone')).toEqual(['event_script.name'])
  })

  it('of a service is told before a rename and a deletion, as far as the caller may read who uses it', async () => {
    expect(told(await ask(`service/${service}?dependents=true&rename=zznew`))).toEqual([
      'event_script broken 1: db.get.post_process',
      'app renamed 2: by address, by path',
      'service renamed 2: log, tools',
      'cors renamed 1: api/v2/zzold/*',
      'email_template renamed 1: mail',
      'event_script renamed 1: zzold._table.orders.get.pre_process',
      'webhook renamed 1: hook',
    ])
    const gone = told(await ask(`service/${service}?dependents=true`))
    expect(gone).toEqual(expect.arrayContaining(['service broken 2: log, tools', 'webhook broken 1: hook']))
    const system = await make.serviceId('system')
    const access = [
      { service_id: system, component: 'service/*', verbs: ['GET'] as const },
      { service_id: system, component: 'cors/*', verbs: ['GET'] as const },
      { service_id: service, component: '*', verbs: ['GET'] as const },
    ]
    const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
    const seen = await ask(`service/${service}?dependents=true&rename=zznew`, { key })
    expect(told(seen)).toEqual(['cors renamed 1: api/v2/zzold/*'])
    expect(seen).toMatchObject({ hidden: true, hidden_count: 8 })
    expect((await send('GET', `system/service?dependents=true&rename=zznew`, { as: root })).status).toBe(400)
  })

  it('of a service moves in everything that names it, except code', async () => {
    expect((await send('PATCH', `system/service/${service}`, { as: root, body: { name: 'zznew' } })).status).toBe(200)
    expect(await holding('zzold')).toEqual(['event_script.content'])
    expect(await send('GET', 'zznew/_table/orders', { as: root })).toMatchObject({
      status: 500,
      body: { error: { message: expect.stringContaining('validated') } },
    })
    const { body } = await send('GET', 'system/audit?filter=(resource = "event_script") and (action = "modified")', {
      as: root,
    })
    expect(body).toMatchObject({ resource: [{ after: { name: 'zznew._table.orders.get.pre_process' } }] })
  })

  it('of a table or field is told before another alias and before it is dropped, and moves with the alias', async () => {
    const filters = [{ name: 'state', operator: '=', value: 'open' }]
    const rule = { service_id: service, component: '_table/orders/*', verb_mask: 1, requestor_mask: 1, filters }
    const access = [rule, { ...rule, component: '_schema/orders', filters: [] }]
    await create('role', { name: 'reader', is_active: true, role_service_access_by_role_id: access })
    const limit = { type: 'instance.service.endpoint', service_id: service, rate: 1000, period: 'day' }
    await create('limit', { name: 'of it', endpoint: '_table/orders', ...limit })
    await create('scheduler', { name: 'each', service_id: service, component: '_table/orders/1', frequency: 5 })
    const view = { service_id: service, table: 'orders', fields: ['id', 'state'], order: 'state desc' }
    const filter = [{ field: 'state', operator: '=', value: 'open' }]
    await create('data_view', { name: 'open', ...view, filter })
    const locked = {
      table_name: 'orders',
      object_type: 'table',
      contract_version: 1,
      schema_hash: 'x',
      status: 'active',
    }
    const dates = { created_date: '', last_modified_date: '' }
    await parts.store.db
      .insertInto('schema_snapshot')
      .values({ service_id: service, ...locked, ...dates, schema: '{}' })
      .execute()
    const named = async (path: string) => (await send<Dependents>('GET', `zznew/_schema/${path}`, { as: root })).body
    expect(told(await named('orders/_field/state?dependents=true'))).toEqual([
      'role broken 1: reader',
      'data_view broken 1: open',
    ])
    expect(told(await named('orders?dependents=true'))).toEqual([
      'role broken 1: reader',
      'app broken 1: by address',
      'service broken 1: tools',
      'limit broken 1: of it',
      'scheduler broken 1: each',
      'service broken 1: zznew',
      'data_view broken 1: open',
      'event_script broken 1: zznew._table.orders.get.pre_process',
    ])
    expect(told(await named('orders?dependents=true&rename=zzsold'))).toHaveLength(7)
    expect((await send('GET', 'zznew/_schema?dependents=true', { as: root })).status).toBe(400)
    const field = [{ name: 'state', alias: 'zzphase' }]
    const patch = { as: root, body: { alias: 'zzsold', field } }
    expect((await send('PATCH', 'zznew/_schema/orders', patch)).status).toBe(200)
    expect(told(await named('orders/_field/state?dependents=true'))).toHaveLength(2)
    expect(told(await named('orders?dependents=true'))).toHaveLength(8)
    expect(await holding('orders')).not.toContain('role_service_access.component')
    const [first] = await parts.store.statements.all('SELECT * FROM data_view', [])
    expect(first).toMatchObject({
      table: 'zzsold',
      fields: '["id","zzphase"]',
      order: 'zzphase desc',
      filter: '[{"field":"zzphase","operator":"=","value":"open"}]',
    })
    expect(await holding('zzsold')).toEqual([
      'app.url',
      'data_view.table',
      'db_table_extras.alias',
      'event_script.name',
      'limit.endpoint',
      'limit.key_text',
      'role_service_access.component',
      'scheduler_task.component',
      'service.config',
    ])
    expect(await holding('zzphase')).toEqual([
      'data_view.fields',
      'data_view.filter',
      'data_view.order',
      'db_field_extras.alias',
      'role_service_access.filters',
    ])
    expect(await send('GET', 'zznew/_table/zzsold', { as: root })).toMatchObject({
      status: 500,
      body: { error: { message: expect.stringContaining('validated') } },
    })
  })

  it('of a table that a script has already changes nothing, also in the database', async () => {
    await saveScript('zznew._table.zztaken.get.pre_process', '1')
    const field = [{ name: 'added', type: 'string', allow_null: true }]
    const refused = await send('PATCH', 'zznew/_schema/orders', { as: root, body: { alias: 'zztaken', field } })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("There is a script 'zznew._table.zztaken.get.pre_process'") } },
    })
    expect((await send('GET', 'zznew/_schema/orders/_field/added', { as: root })).status).toBe(404)
  })

  it('of a folder is told before it is deleted', async () => {
    const files = await make.serviceId('files')
    for (const path of ['shop/', 'shop/a/']) await send('POST', `files/${path}`, { as: root })
    await send('POST', 'files/shop/a/b.txt', { as: root, body: 'text' })
    await create('app', { name: 'stored', type: 1, storage_service_id: files, storage_container: 'shop' })
    await create('email_template', { name: 'with file', attachment: [{ service: 'files', path: 'shop/a/b.txt' }] })
    const named = (path: string) => send<Dependents>('GET', `files/${path}?dependents=true`, { as: root })
    expect((await named('')).status).toBe(404)
    expect((await named('none/')).status).toBe(404)
    expect(told((await named('shop/')).body)).toEqual(['app broken 1: stored', 'email_template broken 1: with file'])
    expect(told((await named('shop/a/b.txt')).body)).toEqual(['email_template broken 1: with file'])
  })

  it('of a script is that of its event', async () => {
    const body = { name: 'db.get.pre_process' }
    expect(await send('PATCH', 'system/event_script/db.get.post_process', { as: root, body })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('A script has the name of its event.') } },
    })
  })

  it.each(['role', 'app'] as const)('of a %s is in no text, so that nothing has to follow', async (kind) => {
    const { id } = await make[kind]()
    expect(await ask(`${kind}/${id}?dependents=true&rename=other`)).toEqual({ resource: [], hidden: false })
  })
})

describe('every id of a record', () => {
  it('refers to the same table wherever it is declared', () => {
    const tables = Object.keys(columnNames) as TableName[]
    const declared = tables.flatMap((table) =>
      namingColumns(table).flatMap(([column]) => {
        const found = declaredWith(table, column)
        return found === null ? [] : [found]
      }),
    )
    expect(new Set(declared.map(({ table }) => table)).size).toBeGreaterThan(10)
    for (const { table, columns, authority } of declared) {
      const naming = new Map(namingColumns(table))
      for (const { name, references } of columns) {
        const refersTo = [...(references === null ? [] : [references]), ...namesIn(authority?.columns[name])]
        for (const each of refersTo) expect(naming.get(name), `${table}.${name}`).toMatchObject({ refersTo: each })
      }
    }
  })
})

describe('every setting of a service', () => {
  it('says what it names, if it could name something', () => {
    const silent = createServiceKinds().all.flatMap(({ config }) => silentIn(config ?? {}))
    expect([...new Set(silent)].toSorted()).toEqual([...nameless].toSorted())
  })

  /** Settings with texts that are used later, or sound as if they named something, without a declaration. */
  function silentIn(fields: ConfigFields): string[] {
    return Object.entries(fields).flatMap(([name, field]) => {
      if (isRecord(field.items)) return silentIn(field.items)
      const isText = field.type === 'string' || field.type === 'text' || field.items === 'string'
      const isUsed = field.authority === 'decides' || field.authority === 'runs later'
      const sounds = /service|event|script|tool|template|table|storage|container|_path|function/.test(name)
      return isText && (isUsed || sounds) && field.names === undefined && field.secret === undefined ? [name] : []
    })
  }
})
