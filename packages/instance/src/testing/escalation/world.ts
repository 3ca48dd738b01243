import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestPerson } from '../factories.ts'
import { issuerOrigin } from '../oauth-client.ts'
import { openTestInstance, type TestInstance } from '../open-test-instance.ts'
import type { Answer, SendOptions } from '../send.ts'

/** Texts that only full administrators may ever read. */
const canaries = {
  record: 'canary-record-4711',
  pin: 'canary-pin-4712',
  file: 'canary-file-4713',
  header: 'canary-header-4714',
}

/** A server of the attacker, which hears everything that is sent to it. */
export interface Listener {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** Returns what it heard since it was asked last. */
  heard(): string
  close(): Promise<unknown>
}

export async function openListener(): Promise<Listener> {
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    heard.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"resource":[]}')
  })
  // Clients of protocols in which the server speaks first, such as FTP, would wait for their own time limit.
  server.timeout = 1_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => heard.splice(0).join('\n'),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An instance with what attackers want. Its records have the same ids each time it is opened. */
export interface World {
  readonly instance: TestInstance
  readonly full: TestPerson
  /** Has the wide role in the app. */
  readonly user: TestPerson
  /** A role that allows everything, and an app that has it by default. */
  readonly wideRole: number
  readonly roleName: string
  readonly app: { readonly id: number; readonly key: string }
  readonly services: Readonly<Record<string, number>>
  readonly resetTemplate: number
  readonly canaries: readonly string[]
}

const script = "event.response.content = (event.response.content, '{canary.part}', 'trusted')"
const service = (name: string, type: string, config: object) => ({ name, label: name, type, is_active: true, config })

/** `host`: of the attacker's server, which stands for one in the internet. */
export async function openWorld(host: string): Promise<World> {
  const often = { count: 100_000, seconds: 300 }
  const loginFailures = { account: often, address: often }
  const instance = await openTestInstance({
    config: { loginFailures, allowPrivateHosts: [host], publicUrl: issuerOrigin },
  })
  const { send, root, make, parts } = instance
  async function must<Body>(verb: string, path: string, options: SendOptions = {}): Promise<Answer<Body>> {
    const answer = await send<Body>(verb, path, { as: root, ...options })
    if (answer.status >= 300) throw new Error(`${verb} ${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const create = (path: string, ...resource: object[]) => must('POST', path, { body: { resource } })
  const full = await make.admin()
  const wide = await make.role({
    name: 'wide',
    access: [{ service_id: null, component: '*', verbs: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }],
  })
  const app = await make.app({ role_id: wide.id })
  const user = await make.user({ roles: [{ app_id: app.id, role_id: wide.id }] })
  const field = { name: 'id', type: 'id' }
  const value = { name: 'value', type: 'string' }
  const headers = [{ name: 'x-key', value: canaries.header, action: 31 }]
  const tool = { name: 'look', http_method: 'GET', url: '/api/v2/vault/_table/item' }
  await create(
    'system/service',
    service('vault', 'sqlite', { database: 'vault.sqlite' }),
    service('archive', 'local_file', { container: 'archive', public_path: ['shown'] }),
    service('counter', 'nodejs', { content: "return '{canary.part}' + '{canary.pin}'.length" }),
    service('remote', 'rws', { base_url: 'https://api.example.test', headers }),
    service('helper', 'mcp', { allow_session_auth: true, allow_writes: true, custom_tools: [tool] }),
    service('chief', 'system_mcp', { allow_session_auth: true, allow_writes: true }),
    service('postbox', 'local_file', { container: 'postbox' }),
  )
  await create('vault/_schema', { name: 'item', field: [field, value] })
  await create('vault/_table/item', { value: canaries.record })
  await create('system/lookup', { name: 'canary.pin', value: canaries.pin, private: true })
  for (const folder of ['files/trusted/', 'archive/secret/', 'archive/shown/']) await must('POST', folder)
  await must('POST', 'files/trusted/script.js', { body: script })
  await must('POST', 'archive/secret/plan.txt', { body: canaries.file })
  const services = Object.fromEntries(
    (await parts.store.db.selectFrom('service').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  const source = { storage_service_id: services.files, storage_path: 'trusted/script.js' }
  await must('POST', 'system/event_script/vault._table.item.get', {
    body: { type: 'nodejs', is_active: true, ...source },
  })
  const task = { name: 'own', service_id: services.system, component: 'lookup', verb: 'GET', frequency: 1 }
  await create('system/scheduler', { ...task, is_active: true })
  const template = await parts.store.db
    .selectFrom('email_template')
    .select('id')
    .where('name', 'like', '%assword%')
    .executeTakeFirstOrThrow()
  return {
    instance,
    full,
    user,
    wideRole: wide.id,
    roleName: 'wide',
    app: { id: app.id, key: app.api_key },
    services,
    resetTemplate: template.id,
    canaries: [...Object.values(canaries), app.api_key],
  }
}
