import type { AccessTab } from '@millwright/contract/access/tabs'
import { beforeAll, expect, it } from 'vitest'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root, make, parts, scheduler, scriptQueue } = instance
let system: number
beforeAll(async () => {
  system = await make.serviceId('system')
})

const restricted = (tabs: readonly AccessTab[]) => restrictedAdmin(instance, tabs)

async function script(name: string, content: string, as: object, more: object = {}) {
  const body = { type: 'nodejs', is_active: true, content, ...more }
  const { status, body: answer } = await send('POST', `system/event_script/${name}`, { ...as, body })
  expect([200, 201], JSON.stringify(answer)).toContain(status)
}

async function service(content: string, as: object, more: object = {}): Promise<string> {
  const name = `script${Math.random().toString(36).slice(2, 8)}`
  const record = { name, label: name, type: 'nodejs', is_active: true, config: { content, ...more } }
  const { status, body } = await send('POST', 'system/service', { ...as, body: { resource: [record] } })
  expect(status, JSON.stringify(body)).toBe(201)
  return name
}

const askRoles = `const { status_code } = await platform.api.get('system/lookup'); return { status: status_code, user: platform.session.user }`
const runsOf = async (name: string) =>
  (
    await send<{ resource: { error: { kind: string; message: string } | null }[] }>(
      'GET',
      `system/event_script/${name}/run`,
      { as: root },
    )
  ).body.resource

it('limits a script service to the access that both its author and its caller have', async () => {
  const name = await service(askRoles, await restricted(['services']))
  expect((await send('GET', name, { as: root })).body).toMatchObject({
    status: 403,
    user: { id: root.id, email: null },
  })
  const own = await service(askRoles, { as: root })
  expect((await send('GET', own, { as: root })).body).toMatchObject({ status: 200, user: { email: root.email } })
  const role = await make.role({ access: [{ service_id: await make.serviceId(own), component: '*', verbs: ['GET'] }] })
  const app = await make.app({ role_id: role.id })
  expect((await send('GET', own, { key: app.api_key })).body).toMatchObject({ status: 401 })
})

it("never lets a script change another person's session, profile or password", async () => {
  const name = await service(
    `const out = []
    for (const path of ['user/session', 'user/profile', 'user/custom', 'system/admin/session', 'system/admin/profile', 'system/admin/password'])
      out.push((await platform.api.get(path)).status_code, (await platform.api.put(path, { email: 'taken@example.test' })).status_code)
    return out`,
    await restricted(['services']),
  )
  const { body } = await send<number[]>('GET', name, { as: root })
  expect(new Set(body)).toEqual(new Set([403]))
})

it('limits access by every author in a chain of scripts, including queued runs', async () => {
  const outer = await restricted(['services', 'schema/data'])
  const inner = await service(`return (await platform.api.get('system/lookup')).status_code`, { as: root })
  const asked = `const { status_code, content } = await platform.api.get('${inner}'); return [status_code, content]`
  expect((await send('GET', await service(asked, { as: root }), { as: root })).body).toEqual([200, 200])
  expect((await send('GET', await service(asked, outer), { as: root })).body).toMatchObject([403, {}])
  const write = `await platform.api.post('system/lookup', { resource: [{ name: 'queued', value: 'yes' }] })`
  await send('POST', await service(write, outer, { queued: true }), { as: root, body: {} })
  await scriptQueue.idle()
  expect((await send('GET', 'system/lookup?filter=name="queued"', { as: root })).body).toEqual({ resource: [] })
})

it('skips a script for requests that its author could not make, and records that in its runs', async () => {
  const scripts = await restricted(['scripts'])
  const name = 'db._schema.get.post_process'
  await script(name, `event.response.content = 'seen'`, scripts, { allow_event_modification: true })
  expect((await send('GET', 'db/_schema', { as: root })).body).not.toBe('seen')
  expect((await runsOf(name))[0]?.error).toMatchObject({ kind: 'left-out', message: expect.stringContaining('author') })
  await script(name, `event.response.content = 'seen'`, { as: root }, { allow_event_modification: true })
  expect((await send('GET', 'db/_schema', { as: root })).body).not.toBe('seen')
  await script(name, `event.response.content = 'seen!'`, { as: root }, { allow_event_modification: true })
  expect((await send('GET', 'db/_schema', { as: root })).body).toBe('seen!')
  const both = await restricted(['scripts', 'schema/data'])
  await script(name, `event.response.content = platform.session.user.name`, both)
  expect((await send('GET', 'db/_schema', { as: root })).body).toBeNull()
  await send('DELETE', `system/event_script/${name}`, { as: root })
})

it('refuses a request whose method was changed to one that its author may not use, even for those who may', async () => {
  const { id, ...as } = await restricted(['scripts'])
  const { role_id } = await parts.store.db
    .selectFrom('user_to_app_to_role')
    .select('role_id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const access = { service_id: await make.serviceId('db'), component: '_table/kept/*', verb_mask: 1, requestor_mask: 1 }
  const role = { role_service_access_by_role_id: [access, { ...access, component: '_table/kept' }] }
  expect((await send('PATCH', `system/role/${role_id}`, { as: root, body: role })).status).toBe(200)
  const table = { name: 'kept', field: [{ name: 'id', type: 'id' }] }
  await send('POST', 'db/_schema', { as: root, body: { resource: [table] } })
  await send('POST', 'db/_table/kept', { as: root, body: { resource: [{ id: 1 }] } })
  const name = 'db._table.kept.get.pre_process'
  const change = `event.request.method = 'DELETE'; event.request.parameters = { filter: 'id > 0' }`
  await script(name, change, as, { allow_event_modification: true })
  expect(await send('GET', 'db/_table/kept', { as: root })).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining(name) } },
  })
  await send('DELETE', `system/event_script/${name}`, { as: root })
  expect((await send('GET', 'db/_table/kept', { as: root })).body).toEqual({ resource: [{ id: 1 }] })
})

it('uses the current access of the author: extended, restricted, deactivated, deleted', async () => {
  const { id, ...as } = await restricted(['services'])
  const name = await service(`return (await platform.api.get('system/lookup')).status_code`, as)
  const answer = async () => (await send('GET', name, { as: root })).body
  const tabs = (access_by_tabs: readonly AccessTab[]) =>
    send('PATCH', `system/admin/${id}`, { as: root, body: { is_restricted_admin: true, access_by_tabs } })
  expect(await answer()).toBe(403)
  await tabs(['services', 'config'])
  expect(await answer()).toBe(200)
  await send('PATCH', `system/admin/${id}`, { as: root, body: { is_active: false } })
  expect(await answer()).toBe(403)
  await send('PATCH', `system/admin/${id}`, { as: root, body: { is_active: true } })
  expect(await answer()).toBe(200)
  await send('DELETE', `system/admin/${id}`, { as: root })
  expect(await answer()).toBe(403)
})

it('keeps scripts of a deactivated or deleted full administrator, and limits them once the administrator is restricted', async () => {
  const writer = await make.admin()
  const name = await service(`return (await platform.api.get('system/lookup')).status_code`, { as: writer })
  const answer = async () => (await send('GET', name, { as: root })).body
  await send('PATCH', `system/admin/${writer.id}`, { as: root, body: { is_active: false } })
  expect(await answer()).toBe(200)
  const narrow = { is_active: true, is_restricted_admin: true, access_by_tabs: ['users'] }
  await send('PATCH', `system/admin/${writer.id}`, { as: root, body: narrow })
  expect(await answer()).toBe(403)
  const other = await make.admin()
  const kept = await service(`return (await platform.api.get('system/lookup')).status_code`, { as: other })
  await send('DELETE', `system/admin/${other.id}`, { as: root })
  expect((await send('GET', kept, { as: root })).body).toBe(200)
})

it("also limits a task to its author's access", async () => {
  const { id: _, ...as } = await restricted(['scheduler'])
  const target = await make.user()
  const app = await make.app()
  const task = (more: object, by: object) =>
    send<{ resource: { id: number }[]; error?: unknown }>('POST', 'system/scheduler', {
      ...by,
      body: {
        resource: [{ name: `task ${Math.random()}`, service_id: system, frequency: 1, is_active: true, ...more }],
      },
    })
  const write = { verb: 'PATCH', component: `user/${target.id}`, payload: { last_name: 'changed by a task' } }
  const statusOf = async (more: object, by: object) => {
    const { body } = await task({ ...write, ...more }, by)
    const id = body.resource[0]?.id
    await send('POST', `system/scheduler/${id}/run`, { as: root })
    await scheduler.idle()
    const { body: done } = await send<{ task_run_by_task_id: { status_code: number }[] }>(
      'GET',
      `system/scheduler/${id}?related=task_run_by_task_id`,
      { as: root },
    )
    return done.task_run_by_task_id[0]?.status_code
  }
  expect(await statusOf({}, as)).toBe(403)
  expect((await task({ ...write, user_id: root.id, app_id: app.id }, as)).body).toMatchObject({
    error: { context: { resource: [{ code: 403, message: expect.stringContaining("'app_id' names a record") }] } },
  })
  expect(await statusOf({}, { as: root })).toBe(200)
})

it('replaces private lookup keys only in scripts of full administrators, and never in trial responses', async () => {
  await send('POST', 'system/lookup', {
    as: root,
    body: { resource: [{ name: 'pin', value: 'secret-4711', private: true }] },
  })
  const source = `console.log('{pin}'); return { value: '{pin}', length: '{pin}'.length }`
  const trial = (as: object) =>
    send<object>('POST', 'system/event_script/db.get/trial', { ...as, body: { type: 'nodejs', content: source } })
  expect((await trial({ as: root })).body).toMatchObject({ returned: { length: 'secret-4711'.length } })
  for (const as of [{ as: root }, await restricted(['scripts'])])
    expect(JSON.stringify((await trial(as)).body)).not.toContain('4711')
  const own = await service(`return '{pin}'.length`, { as: root })
  expect((await send('GET', own, { as: root })).body).toBe('secret-4711'.length)
  const other = await service(`return '{pin}'.length`, await restricted(['services']))
  expect((await send('GET', other, { as: root })).body).toBe('{pin}'.length)
})

it('inserts no lookup key of a restricted administrator into a script of a full one', async () => {
  const config = await restricted(['config'])
  const record = { name: 'part', value: `'; return 'injected' + '` }
  expect((await send('POST', 'system/lookup', { ...config, body: { resource: [record] } })).status).toBe(201)
  const own = await service(`return '{part}'`, { as: root })
  expect((await send('GET', own, { as: root })).body).toBe('{part}')
  const [row] = await parts.store.db.selectFrom('lookup').selectAll().where('name', '=', 'part').execute()
  await send('PATCH', `system/lookup/${row?.id}`, { as: root, body: record })
  expect((await send('GET', own, { as: root })).body).toBe('{part}')
  await send('PATCH', `system/lookup/${row?.id}`, { as: root, body: { value: 'mine' } })
  expect((await send('GET', own, { as: root })).body).toBe('mine')
})
