import { allTabs } from '@millwright/contract/access/tabs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoMicros } from '../../../platform/clock.ts'
import { composedApi } from '../../../testing/composed-api.ts'
import { openTestInstance, type TestInstance } from '../../../testing/open-test-instance.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { createAppPassword, setPolicy } from '../../../testing/two-step.ts'

type Row = Readonly<Record<string, unknown>>
type Credentials = Pick<SendOptions, 'as' | 'key'>

interface DescribedRelation {
  readonly name: string
  readonly type: string
  /** The column of the record that refers to the row, or its key. */
  readonly field: string
  readonly ref_table: string | null
}

/** Where rows can be read that are not records of a resource: the resource, and its relation. A new relation to such rows needs an entry. */
const parts: Readonly<Record<string, readonly (readonly [resource: string, relation: string])[]>> = {
  lookup_by_user_id: ['user', 'admin'].map((resource) => [resource, 'lookup_by_user_id']),
  lookup_by_role_id: [['role', 'lookup_by_role_id']],
  lookup_by_app_id: [['app', 'lookup_by_app_id']],
  role_adldap_by_role_id: [['role', 'role_adldap_by_role_id']],
  ...Object.fromEntries(
    ['user_to_app_to_role_by_user_id', 'user_to_app_to_role_by_role_id', 'user_to_app_to_role_by_app_id'].map(
      (name) => [name, ['user', 'admin'].map((resource) => [resource, 'user_to_app_to_role_by_user_id'] as const)],
    ),
  ),
  role_service_access_by_role_id: [['role', 'role_service_access_by_role_id']],
  role_service_access_by_service_id: [['role', 'role_service_access_by_role_id']],
  service_doc_by_service_id: [['service', 'service_doc_by_service_id']],
  task_log_by_task_id: [['scheduler', 'task_log_by_task_id']],
  task_run_by_task_id: [['scheduler', 'task_run_by_task_id']],
  health: [['service', 'health']],
  problems: [['custom_api_endpoint', 'problems']],
  published_endpoint_by_revision_id: [['custom_api_revision', 'published_endpoint_by_revision_id']],
}

describe('related records', () => {
  let instance: TestInstance
  /** The relations of every resource that has some. */
  const catalogue = new Map<string, readonly DescribedRelation[]>()
  const tables = new Map<string, string>()
  const callers = new Map<string, Credentials>()

  beforeAll(async () => {
    instance = await openTestInstance()
    await fill()
    await describeAll()
    await addCallers()
  })
  afterAll(() => instance.close())

  async function read(path: string, by: Credentials): Promise<readonly Row[]> {
    const { status, body } = await instance.send('GET', path, by)
    if (status !== 200 || !isRecord(body)) return []
    return Array.isArray(body.resource) ? body.resource : [body]
  }

  async function create(resource: string, record: object): Promise<number> {
    const { root: as, send } = instance
    const { status, body } = await send<{ resource: [{ id: number }] }>('POST', `system/${resource}`, {
      as,
      body: { resource: [record] },
    })
    if (status !== 201) throw new Error(`${resource}: ${JSON.stringify(body)}`)
    return body.resource[0].id
  }

  /** Creates a record of each resource, with a row of each of its relations; all are created and changed by the root administrator. */
  async function fill(): Promise<void> {
    const { parts: own, root, send } = instance
    const { db } = own.store
    const everything = { component: '*', verb_mask: 31, requestor_mask: 3 }
    const service_id = await create('service', {
      name: 'vault',
      label: 'Vault',
      type: 'local_file',
      is_active: true,
      config: { container: 'vault' },
      service_doc_by_service_id: { format: 0, content: '{"openapi":"3.0.3","paths":{}}' },
    })
    const role_id = await create('role', {
      name: 'wide',
      is_active: true,
      lookup_by_role_id: [{ name: 'a', value: 'of a role' }],
      role_service_access_by_role_id: [everything, { ...everything, service_id }],
      role_adldap_by_role_id: { dn: 'cn=wide' },
    })
    const app_id = await create('app', {
      name: 'wide',
      is_active: true,
      type: 1,
      role_id,
      storage_service_id: service_id,
      storage_container: 'web',
      lookup_by_app_id: [{ name: 'a', value: 'of an app' }],
    })
    const person = {
      default_app_id: app_id,
      lookup_by_user_id: [{ name: 'a', value: 'of a person' }],
      user_to_app_to_role_by_user_id: [{ app_id, role_id }],
    }
    const user_id = await create('user', { email: 'user@example.test', ...person })
    const admin_id = await create('admin', { email: 'admin@example.test', ...person })
    await send('PATCH', `system/app/${app_id}`, { as: root, body: { owner_id: user_id } })
    const day = { rate: 100_000, period: 'day', is_active: true }
    await create('limit', { name: 'person', type: 'instance.user.service', user_id: root.id, service_id, ...day })
    await create('limit', { name: 'role', type: 'instance.role', role_id, ...day })
    const task = { service_id, app_id, component: '', verb_mask: 1, frequency: 60 }
    const ofUser = await create('scheduler', { name: 'of a user', user_id, ...task })
    const ofAdmin = await create('scheduler', { name: 'of an administrator', user_id: admin_id, ...task })
    await create('cors', { path: '*', origin: 'https://example.test', method: 1 })
    await create('lookup', { name: 'a', value: 'of all' })
    await create('email_template', { name: 'hello', subject: 'Hello' })
    const webhook_id = await create('webhook', { name: 'told', url: 'https://example.test/', events: ['vault.*'] })
    await composedApi(create, service_id)
    const script = { type: 'nodejs', content: '', storage_service_id: service_id, storage_path: 'a.js' }
    await send('POST', 'system/event_script/vault.get', { as: root, body: script })
    const now = isoMicros(own.clock())
    const dates = { created_date: now, last_modified_date: now }
    const by = { last_modified_by_id: root.id, created_by_id: root.id }
    for (const table of ['user', 'role', 'app', 'service', 'limit', 'scheduler_task', 'cors', 'lookup'] as const)
      await db.updateTable(table).set(by).execute()
    for (const table of ['email_template', 'webhook', 'event_script', 'custom_api', 'custom_api_endpoint'] as const)
      await db.updateTable(table).set(by).execute()
    for (const table of ['service', 'scheduler_task', 'event_script', 'webhook', 'custom_api_endpoint'] as const)
      await db.updateTable(table).set({ author_id: admin_id }).execute()
    await db.updateTable('scheduler_task').set({ author_id: user_id }).where('id', '=', ofUser).execute()
    for (const task_id of [ofUser, ofAdmin]) {
      const log = { task_id, status_code: 500, content: '"failed"', ...dates }
      await db.insertInto('task_log').values(log).execute()
      const run = { task_id, due_date: now, started_date: now, duration: 1, status_code: 500, missed: 0, error: null }
      await db.insertInto('task_run').values(run).execute()
    }
    const asked = { service_id, component: '*', verb_mask: 1, ...dates }
    for (const request of [
      { ...asked, user_id },
      { ...asked, app_id },
    ])
      await db.insertInto('access_request').values(request).execute()
    await send('POST', `system/webhook/${webhook_id}/test`, { as: root })
    await send('GET', 'vault', { as: root })
  }

  async function describeAll(): Promise<void> {
    const names = await instance.send<{ resource: string[] }>('GET', 'system?as_list=true', { as: instance.root })
    for (const resource of names.body.resource) {
      const path = `system/${resource}?include_schema=true&limit=1`
      const { body } = await instance.send('GET', path, { as: instance.root })
      const schema = isRecord(body) && isRecord(body.meta) ? body.meta.schema : null
      if (!isRecord(schema) || !Array.isArray(schema.related)) continue
      tables.set(resource, String(schema.name))
      if (schema.related.length > 0) catalogue.set(resource, schema.related)
    }
  }

  async function addCallers(): Promise<void> {
    const { make, root, signIn } = instance
    for (const tab of allTabs) {
      const { as, key } = await restrictedAdmin(instance, [tab])
      callers.set(`the tab ${tab}`, { as, key })
    }
    callers.set('an administrator who is not root', { as: await make.admin() })
    await setPolicy(instance, 'allowed')
    const password = await createAppPassword(instance, root)
    callers.set('an app password', { as: await signIn({ email: root.email, password }) })
    const system = await make.serviceId('system')
    for (const resource of [...catalogue.keys(), '']) {
      const component = resource === '' ? '*' : `${resource}/*`
      const role = await make.role({ access: [{ service_id: system, component, verbs: ['GET', 'PATCH'] }] })
      const app = await make.app({ role_id: role.id })
      callers.set(`a rule for ${component}`, { as: await make.user(), key: app.api_key })
    }
    const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET', 'PATCH'] }] })
    const app = await make.app({ role_id: role.id })
    callers.set('a rule for all services', { as: await make.user(), key: app.api_key })
  }

  const related = (resource: string) =>
    `related=${(catalogue.get(resource) ?? []).map(({ name }) => name).join(',')}&fields=*`

  /** The rows of a relation that the caller can read without it. */
  async function readable(resource: string, { name, ref_table }: DescribedRelation, by: Credentials): Promise<Row[]> {
    const of = parts[name]
    if (of !== undefined) {
      const found = await Promise.all(of.map(async ([at, relation]) => relationOf(await whole(at, by), relation)))
      return found.flat()
    }
    if (name === 'limit_cache_by_limit_id') return [...(await read('system/limit_cache', by))]
    const table = name === 'author' ? 'user' : ref_table
    const homes = [...tables].flatMap(([home, each]) => (each === table ? home : []))
    expect(homes, `${resource}.${name} has no resource: say in 'parts' where its rows can be read`).not.toEqual([])
    return (await Promise.all(homes.map((home) => whole(home, by)))).flat().map((record) => withoutRelations(record))
  }

  const known = new Map<string, Promise<readonly Row[]>>()

  function whole(resource: string, by: Credentials): Promise<readonly Row[]> {
    const name = JSON.stringify([resource, by.as?.token, by.key])
    const reading = known.get(name) ?? readAll(resource, by)
    known.set(name, reading)
    return reading
  }

  /** Administrators also read their own record. */
  async function readAll(resource: string, by: Credentials): Promise<readonly Row[]> {
    const rows = await read(`system/${resource}?${related(resource)}`, by)
    if (resource !== 'admin' || rows.length > 0) return rows
    const self = await instance.send<{ id?: number }>('GET', 'user/session', by)
    return read(`system/admin/${self.body.id ?? 0}/session?${related('admin')}`, by)
  }

  function withoutRelations(record: Row): Row {
    const names = new Set([...catalogue.values()].flat().map(({ name }) => name))
    return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
  }

  /** What is shown beyond what the caller can read without relations, and what of that is missing. */
  async function differences(resource: string, records: readonly Row[], by: Credentials): Promise<string[]> {
    const found: string[] = []
    for (const relation of catalogue.get(resource) ?? []) {
      const shown = relationOf(records, relation.name)
      if (shown.length === 0 && relation.type !== 'belongs_to') continue
      const rows = await readable(resource, relation, by)
      const texts = new Set(rows.map((row) => textOf(row, relation)))
      for (const row of shown) {
        if (relation.name === 'author' && row.name === null) continue
        if (!texts.has(textOf(row, relation))) found.push(`${relation.name} shows ${JSON.stringify(row)}`)
      }
      if (relation.type !== 'belongs_to') continue
      const ids = new Set(rows.map(({ id }) => id))
      for (const record of records)
        if (record[relation.name] === null && ids.has(record[relation.field]))
          found.push(`${relation.name} lacks a row`)
    }
    return found
  }

  it('exist for every relation here, so that the following holds for all', async () => {
    expect(catalogue.size).toBeGreaterThan(10)
    for (const resource of catalogue.keys()) {
      const records = await whole(resource, { as: instance.root })
      for (const { name } of catalogue.get(resource) ?? [])
        expect(relationOf(records, name), `${resource}.${name}: create a row of it above`).not.toEqual([])
    }
  })

  it('are shown to every caller as a read of them by themselves would show them', async () => {
    const found: string[] = []
    for (const [caller, by] of [...callers, ['root', { as: instance.root }] as const])
      for (const resource of catalogue.keys())
        for (const each of await differences(resource, await whole(resource, by), by))
          found.push(`${caller}: ${resource}.${each}`)
    expect(found).toEqual([])
  })

  it('are shown in responses to writes and in conflicts as in reads', async () => {
    const found: string[] = []
    let written = 0
    let stale = 0
    for (const [caller, by] of callers) {
      for (const resource of catalogue.keys()) {
        const [record] = await whole(resource, { as: instance.root })
        const path = `system/${resource}/${encodeURIComponent(String(record?.id ?? record?.name))}?${related(resource)}`
        const done = await instance.send<Row>('PATCH', path, { ...by, body: {} })
        const late = { ...by, body: {}, headers: { 'if-match': '"none"' } }
        const refused = await instance.send<{ error?: { context?: unknown } }>('PATCH', path, late)
        const current = refused.body.error?.context
        if (done.status === 200) written += 1
        if (refused.status === 412) stale += 1
        const records = [
          ...(done.status === 200 ? [done.body] : []),
          ...(refused.status === 412 && isRecord(current) ? [current] : []),
        ]
        for (const each of await differences(resource, records, by)) found.push(`${caller}: ${resource}.${each}`)
      }
    }
    expect(found).toEqual([])
    expect([written, stale].map((count) => count > 20)).toEqual([true, true])
  })
})

function relationOf(records: readonly Row[], name: string): Row[] {
  return records.flatMap((record) => [record[name] ?? []].flat()).filter(isRecord)
}

/** Without what requests themselves change. */
function textOf({ last_used_date: _, last_login_date: _date, ...row }: Row, { name }: DescribedRelation): string {
  return JSON.stringify(name === 'author' ? { id: row.id, name: row.name } : row)
}
