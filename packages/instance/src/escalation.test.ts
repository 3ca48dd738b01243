import { type AccessTab, accessTabs } from '@millwright/contract/access/tabs'
import { maskOf } from '@millwright/contract/verbs'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowsOfTabs } from './access/tab-rules.ts'
import { type AttackTargets, attacks, stolen, type Try } from './testing/escalation-attacks.ts'
import { deferred, fixture } from './testing/fixture.ts'
import { restrictedAdmin } from './testing/restricted-admin.ts'
import type { Answer, SendOptions } from './testing/send.ts'
import { sharedInstance } from './testing/test-instance.ts'

const writing = maskOf(['POST', 'PUT', 'PATCH', 'DELETE'])
const writes = (tabs: readonly AccessTab[]) =>
  rowsOfTabs(tabs)
    .filter(({ verbMask }) => (verbMask & writing) !== 0)
    .map(({ service, component }) => `${service}/${component}`)

/** Texts that no restricted administrator may ever read. */
const canaries = { record: 'canary-record-4711', pin: 'canary-pin-4712' }

it('has an attack for exactly the writes that tabs allow', () => {
  expect(Object.keys(attacks).toSorted()).toEqual([...new Set(writes(accessTabs))].toSorted())
})

describe('a restricted administrator gains no rights by any write', () => {
  const instance = sharedInstance({ config: { loginFailures: generous() } })
  const { send, root, make, parts, scheduler, scriptQueue, signIn } = instance
  const full = fixture(() => make.admin())
  const services: Record<string, number> = {}
  const ids = async () => {
    const rows = await parts.store.db.selectFrom('service').select(['id', 'name']).execute()
    for (const { id, name } of rows) services[name] = id
  }
  let names = 0
  const name = () => `evil${++names}`

  async function must(verb: string, path: string, options: SendOptions = {}): Promise<Answer<unknown>> {
    const answer = await send(verb, path, { as: root, ...options })
    if (answer.status >= 300) throw new Error(`${verb} ${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  const wide = fixture(() =>
    make.role({
      access: [{ service_id: null, component: '*', verbs: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }],
    }),
  )
  const app = fixture(() => make.app())
  const user = fixture(() => make.user({ roles: [{ app_id: app.id, role_id: wide.id }] }))
  const vault = { name: 'vault', label: 'vault', type: 'sqlite', is_active: true, config: { database: 'vault.sqlite' } }
  beforeAll(async () => {
    await must('POST', 'system/service', { body: { resource: [vault] } })
    await ids()
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'value', type: 'string' },
  ]
  beforeAll(async () => {
    await must('POST', 'vault/_schema', { body: { resource: [{ name: 'item', field }] } })
    await must('POST', 'vault/_table/item', { body: { resource: [{ value: canaries.record }] } })
  })
  const pin = { name: 'canary.pin', value: canaries.pin, private: true }
  beforeAll(async () => {
    await must('POST', 'system/lookup', { body: { resource: [pin] } })
    await must('POST', 'files/trusted/')
  })
  const trusted = `event.response.content = (event.response.content, '{canary.part}', 'trusted')`
  beforeAll(() => must('POST', 'files/trusted/script.js', { body: trusted }))
  const own = deferred(() => ({
    type: 'nodejs',
    is_active: true,
    storage_service_id: services.files,
    storage_path: 'trusted/script.js',
  }))
  beforeAll(() => must('POST', 'system/event_script/vault._table.item.get', { body: own }))
  const reading = `return '{canary.part}' + '{canary.pin}'.length`
  const runs = { ...vault, name: 'counter', label: 'counter', type: 'nodejs', config: { content: reading } }
  beforeAll(() => must('POST', 'system/service', { body: { resource: [runs] } }))
  const task = deferred(() => ({
    name: 'own',
    service_id: services.system,
    component: 'lookup',
    verb: 'GET',
    frequency: 1,
  }))
  beforeAll(async () => {
    await must('POST', 'system/scheduler', { body: { resource: [{ ...task, is_active: true }] } })
    await ids()
  })
  const template = fixture(() =>
    parts.store.db
      .selectFrom('email_template')
      .select('id')
      .where('name', 'like', '%assword%')
      .executeTakeFirstOrThrow(),
  )
  const tokens = new Set<string>()
  beforeAll(() => {
    for (const { token } of [root, full]) tokens.add(token)
  })

  /** Deletes what the attacks created, so that each tab is tested separately. */
  async function clear(): Promise<void> {
    for (const kind of ['service', 'event_script', 'scheduler']) {
      const { body } = await send<{ resource: { id?: number; name: string }[] }>('GET', `system/${kind}`, { as: root })
      const evil = body.resource.filter((each) => !ownNames.has(each.name))
      for (const { id, name: key } of evil)
        await send('DELETE', `system/${kind}/${kind === 'event_script' ? key : id}?force=true`, { as: root })
    }
  }

  /** The routine of full administrators: they sign in, read everything, save it unchanged, and call every service. */
  async function day(): Promise<void> {
    for (const person of [full, root]) {
      const as = await signIn(person)
      tokens.add(as.token)
      for (const kind of collections) {
        const { body } = await send<{ resource?: { id?: number; name?: string }[] }>('GET', `system/${kind}`, { as })
        for (const each of body.resource ?? []) {
          const key = kind === 'event_script' || kind === 'custom' ? each.name : each.id
          const { body: opened } = await send('GET', `system/${kind}/${key}`, { as })
          await send('PATCH', `system/${kind}/${key}`, { as, body: opened })
        }
      }
      const { body } = await send<{ services: { name: string }[] }>('GET', '', { as })
      for (const service of body.services) {
        await send('GET', service.name, { as, headers: { 'x-dreamfactory-session-token': as.token } })
        if (service.name.startsWith('evil')) await send('POST', service.name, { as, body: { password: stolen } })
      }
      for (const path of ['vault/_table/item', 'db/_schema', 'files/', 'system/role', 'user/session', 'user/profile'])
        await send('GET', path, { as })
      await send('POST', 'vault/_table/item', { as, body: { resource: [{ value: canaries.record }] } })
      await send('POST', 'system/admin/password?reset=true', { body: { email: person.email } })
    }
    const rows = await parts.store.db.selectFrom('scheduler_task').select('id').execute()
    for (const { id } of rows) await send('POST', `system/scheduler/${id}/run`, { as: root })
    await scheduler.idle()
    await scriptQueue.idle()
    await parts.background.idle()
  }

  beforeAll(() => day())
  const ownNames = new Set<string>()
  beforeAll(async () => {
    for (const kind of ['service', 'event_script', 'scheduler'])
      for (const each of listed((await send('GET', `system/${kind}?fields=name`, { as: root })).body, 'name'))
        ownNames.add(each)
  })

  const people = async () =>
    (
      await parts.store.db
        .selectFrom('user')
        .select(['id', 'email', 'password', 'is_sys_admin', 'is_root_admin'])
        .where('email', 'not like', 'restricted%')
        .orderBy('id')
        .execute()
    ).map((row) => JSON.stringify(row))

  const held = async () => {
    const access = await parts.store.db.selectFrom('role_service_access').selectAll().orderBy('id').execute()
    const links = await parts.store.db.selectFrom('user_to_app_to_role').selectAll().orderBy('id').execute()
    const apps = await parts.store.db.selectFrom('app').select(['id', 'role_id', 'is_active']).orderBy('id').execute()
    const settings = await parts.store.db
      .selectFrom('service')
      .select(['id', 'config'])
      .where('name', 'in', ['system', 'user', 'email'])
      .orderBy('id')
      .execute()
    const mails = await parts.store.db.selectFrom('email_template').selectAll().where('id', '=', template.id).execute()
    return JSON.stringify([
      access,
      links,
      apps.filter(({ role_id }) => role_id !== null),
      settings,
      mails.map(({ body_html, bcc }) => [body_html, bcc]),
    ])
  }

  it.each(accessTabs)('of the tab %s', async (tab) => {
    const { id, ...by } = await restrictedAdmin(instance, [tab])
    const link = await parts.store.db
      .selectFrom('user_to_app_to_role')
      .select('role_id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const attempt: Try = (verb, path, options) => send(verb, path, { ...by, ...options })
    const prey: AttackTargets = {
      ...{ self: { id, roleId: link.role_id }, wideRole: wide.id, app, user, root, services, name },
      resetTemplate: template.id,
    }
    const [known, rights] = [await people(), await held()]
    const seen: string[] = []
    const noting: Try = async (verb, path, options) => {
      const answer = await attempt(verb, path, options)
      seen.push(JSON.stringify(answer.body))
      return answer
    }
    for (const write of writes([tab])) await attacks[write]?.(noting, prey)
    await day()

    for (const path of looked) seen.push(JSON.stringify((await attempt('GET', path)).body))
    const { body: scripts } = await attempt('GET', 'system/event_script?as_list=true')
    for (const script of listed(scripts)) {
      for (const part of ['', '/run', '/event'])
        seen.push(JSON.stringify((await attempt('GET', `system/event_script/${script}${part}`)).body))
    }
    for (const file of listed((await attempt('GET', 'files/?as_list=true&full_tree=true')).body))
      seen.push(JSON.stringify((await attempt('GET', `files/${file}`)).body))
    const text = seen.join('\n')
    const codes = (await Promise.all((await parts.outbox.ids()).map((each) => parts.outbox.get(each)))).flatMap(
      (mail) => /code=([0-9A-Z]{32})/.exec(mail?.body_text ?? '')?.[1] ?? [],
    )
    for (const secret of [...Object.values(canaries), root.password, full.password, ...tokens, ...codes])
      expect(text.includes(secret), secret).toBe(false)
    expect((await people()).filter((row) => known.includes(row))).toEqual(known)
    const made = (await people()).filter((row) => !known.includes(row))
    expect(made.filter((row) => row.includes('"is_sys_admin":1'))).toEqual([])
    expect(await held()).toBe(rights)
    for (const { email } of [root, full, user]) {
      const body = { email, password: stolen }
      for (const path of ['user/session', 'system/admin/session'])
        expect((await send('POST', path, { body })).status, email).toBe(401)
    }
    expect((await attempt('GET', 'vault/_table/item')).status).toBe(403)
    expect((await attempt('POST', 'system/admin', { body: { resource: [{ email: 'a@evil.test' }] } })).status).toBe(403)
    await clear()
    instance.failures.splice(0)
  })
})

const collections = [
  'app',
  'user',
  'role',
  'service',
  'event_script',
  'custom',
  'cors',
  'email_template',
  'lookup',
  'limit',
  'scheduler',
  'admin',
]
const looked = [
  ...collections.map((name) => `system/${name}?related=*`),
  ...[
    'system/outbox',
    'db/_table/loot',
    'db/_schema',
    'system',
    'system/environment',
    'user/session',
    'files/',
    'logs/',
    'counter',
    'vault',
  ],
  'system/scheduler?related=task_log_by_task_id,task_run_by_task_id',
]

function listed(body: unknown, member?: string): string[] {
  const resource = typeof body === 'object' && body !== null && 'resource' in body ? body.resource : []
  if (!Array.isArray(resource)) return []
  return resource.map((each) => String(member === undefined ? each : each[member]))
}

/** Keeps the wrong passwords tried here from blocking accounts. */
function generous() {
  const much = { count: 100_000, seconds: 300 }
  return { account: much, address: much }
}
