import type { AccessTab } from '@millwright/contract/access/tabs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { McpScope } from '../../gateway/ports/mcp-endpoint.ts'
import { mcpSender } from '../mcp/mcp-client.ts'
import { oauthClient } from '../oauth-client.ts'
import { restrictedAdmin } from '../restricted-admin.ts'
import type { Answer, Send } from '../send.ts'
import type { AttackerKind } from './attackers.ts'
import type { World } from './world.ts'

const service = 'deputy'

interface Assistant {
  readonly name: string
  /** Of the administrator who connected it; absent: a full administrator. */
  readonly tabs?: readonly AccessTab[]
  readonly scopes: readonly McpScope[]
  /** Whether it says itself that a person confirmed what it asks for. */
  readonly confirms: boolean
}

/** An assistant with the OAuth token of a service for administration that allows everything to assistants. */
const assistant = ({ name, tabs, scopes, confirms }: Assistant): AttackerKind => ({
  name,
  ...(tabs !== undefined && { tabs }),
  readsEverything: false,
  async enter(world) {
    const { instance, wideRole } = world
    const { send, root, make } = instance
    const app = await instance.parts.store.db
      .selectFrom('app')
      .select('id')
      .where('name', '=', 'admin')
      .executeTakeFirstOrThrow()
    const config = {
      app_id: app.id,
      allow_writes: true,
      allow_deletes: true,
      require_role_access: false,
    }
    const record = { name: service, label: service, type: 'system_mcp', is_active: true, config }
    const { status, body } = await send('POST', 'system/service', { as: root, body: { resource: [record] } })
    if (status !== 201) throw new Error(JSON.stringify(body))
    const owner = tabs === undefined ? null : await restrictedAdmin(instance, tabs)
    const person = owner?.as ?? (await make.admin({ is_root_admin: true }))
    const client = await oauthClient(instance, { service })
    const { access_token: token } = await client.connect(person, { scopes })
    return {
      id: owner?.id ?? null,
      roleId: wideRole,
      credentials: { as: { token } },
      send: asking(world, token, confirms),
    }
  },
})

/** Sends requests of the administration by the tools for them, and others with the token. */
function asking({ instance }: World, token: string, confirms: boolean): Send {
  const headers = { authorization: `Bearer ${token}` }
  const { call } = mcpSender(instance.send, service)
  return async <Body>(verb: string, path: string, options = {}): Promise<Answer<Body>> => {
    const { body } = options as { readonly body?: unknown }
    const tool = toolFor(verb, path, body)
    if (tool === null) return await instance.send<Body>(verb, path, { ...options, headers: { ...headers } })
    const first = await call(tool.name, tool.args, { headers })
    const confirmation = confirms ? /confirmation: (\S+)$/.exec(first.text)?.[1] : undefined
    const { isError, text, value } =
      confirmation === undefined ? first : await call(tool.name, { ...tool.args, confirmation }, { headers })
    const status = !isError ? 200 : isRefusal.test(text) ? 403 : 400
    return { status, headers: {}, body: (isError ? text : value) as Body }
  }
}

const isRefusal = /^(?:Permission|Authentication|Not done yet|There is no tool)/

/** The tool that sends a request; `null` if there is none. */
function toolFor(verb: string, path: string, body: unknown): { readonly name: string; readonly args: object } | null {
  const [address = '', search] = path.split('?')
  if (!/^(?:system|user)\/./.test(address)) return null
  const [, resource = '', id, ...rest] = address.split('/')
  const created = isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : body
  if (isRecord(created) && verb === 'POST' && id === undefined && creating.has(resource))
    return { name: `create_${resource}`, args: created }
  if (isRecord(body) && verb === 'PATCH' && id !== undefined && rest.length === 0 && changing.has(resource))
    return { name: `update_${resource}`, args: { [resource === 'role' ? 'id' : 'id_or_name']: id, patch: body } }
  if (verb === 'DELETE' && resource === 'service' && id !== undefined && rest.length === 0)
    return { name: 'delete_service', args: { id_or_name: id } }
  const list = verb === 'GET' && id === undefined ? lists.get(resource) : undefined
  if (list !== undefined) return { name: list, args: {} }
  if (body !== undefined && !isRecord(body)) return null
  const query = search === undefined ? {} : { query: Object.fromEntries(new URLSearchParams(search)) }
  return { name: 'call_system_api', args: { method: verb, path: address, ...(isRecord(body) && { body }), ...query } }
}

const lists = new Map([
  ['service', 'list_services'],
  ['role', 'list_roles'],
  ['app', 'list_apps'],
  ['admin', 'list_admins'],
  ['environment', 'get_environment'],
])
const creating = new Set(['service', 'role', 'app'])
const changing = new Set(['service', 'role'])

const everything = ['mcp:read', 'mcp:admin'] as const

export const assistants: readonly AttackerKind[] = [
  assistant({
    name: 'the assistant of a full administrator, who confirms nothing',
    scopes: everything,
    confirms: false,
  }),
  assistant({ name: 'an assistant that may only read', scopes: ['mcp:read'], confirms: true }),
  assistant({
    name: 'the assistant of a restricted administrator, which confirms everything itself',
    tabs: ['users', 'apps', 'services', 'config'],
    scopes: everything,
    confirms: true,
  }),
]
