import { Problem } from '@millwright/contract/problem'
import { verbs } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { McpSettings } from '../../mcp-settings.ts'
import { ask, cut } from '../answers.ts'
import { type Args, argsSchema, listOf, object, textArg, truth, whole } from '../args.ts'
import type { Effect, Tool, ToolAnswer, ToolSession } from '../tool.ts'
import { masked, withoutMasks } from './mask.ts'
import { recordPath, systemCall } from './system-path.ts'

const result = { properties: { record: {} } }
const accessRow = object('service_id, component (*), verb_mask, requestor_mask (3), filters, filter_op')

async function post(resource: string, record: object, session: ToolSession, params = {}): Promise<unknown> {
  const payload = { resource: [record] }
  const all = { fields: '*', ...params }
  const body = await ask(session, { verb: 'POST', service: 'system', resource, params: all, payload })
  return isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : body
}

async function patch(resource: string, identifier: unknown, change: unknown, session: ToolSession, params = {}) {
  const path = await recordPath(resource, identifier, session)
  if (!isRecord(change) || Object.keys(change).length === 0) throw new Problem(400, `'patch' is empty.`)
  const payload = withoutMasks(change)
  const body = await ask(session, {
    verb: 'PATCH',
    service: 'system',
    resource: path,
    params: { fields: '*', ...params },
    payload,
  })
  return { value: { record: masked(body) } }
}

const accessRows = { related: 'role_service_access_by_role_id' }

const createService: Tool = {
  name: 'create_service',
  title: 'Make a service',
  description: 'Makes a service. get_service_type_schema says what its config has.',
  args: argsSchema(
    {
      name: textArg(),
      label: textArg(),
      type: textArg(),
      config: object(),
      description: textArg(),
      is_active: truth('default true'),
    },
    ['name', 'label', 'type'],
  ),
  result,
  effect: 'add',
  // Settings may publish files, or contain what runs later.
  alwaysAsks: ({ config }) => isRecord(config) && Object.keys(config).length > 0,
  describeEffect: ({ name, type, config }) =>
    `Make the service '${String(name)}' of the type '${String(type)}' with ${namesOf(config)}.`,
  async run({ name, label, type, config = {}, description, is_active = true }, session) {
    return {
      value: { record: masked(await post('service', { name, label, type, config, description, is_active }, session)) },
    }
  },
}

const updateService: Tool = {
  name: 'update_service',
  title: 'Change a service',
  description: 'Changes what patch has; config may have some of the settings.',
  args: argsSchema({ id_or_name: textArg(), patch: object() }, ['id_or_name', 'patch']),
  result,
  effect: 'change',
  alwaysAsks: ({ patch: change }) => isRecord(change) && change.config !== undefined,
  describeEffect: ({ id_or_name, patch: change }) =>
    `Change ${namesOf(change)} of the service '${String(id_or_name)}'.`,
  run: ({ id_or_name, patch: change }, session) => patch('service', id_or_name, change, session),
}

const deleteService: Tool = {
  name: 'delete_service',
  title: 'Delete a service',
  description: 'Deletes a service. What uses it is named in the refusal.',
  args: argsSchema({ id_or_name: textArg() }, ['id_or_name']),
  result,
  effect: 'delete',
  alwaysAsks: () => true,
  describeEffect: ({ id_or_name }) => `Delete the service '${String(id_or_name)}' with its settings.`,
  async run({ id_or_name }, session) {
    const path = await recordPath('service', id_or_name, session)
    return { value: { record: masked(await ask(session, { verb: 'DELETE', service: 'system', resource: path })) } }
  },
}

const createRole: Tool = {
  name: 'create_role',
  title: 'Make a role',
  description: 'Makes a role with its access rows.',
  args: argsSchema(
    { name: textArg(), description: textArg(), is_active: truth(), role_service_access_by_role_id: listOf(accessRow) },
    ['name'],
  ),
  result,
  effect: 'add',
  async run({ name, description, is_active = true, role_service_access_by_role_id: accessRules }, session) {
    const rows = Array.isArray(accessRules) ? accessRules.filter(isRecord) : []
    const access = rows.map((row) => ({ component: '*', requestor_mask: 3, ...row }))
    const record = { name, description, is_active, role_service_access_by_role_id: access }
    return { value: { record: masked(await post('role', record, session, accessRows)) } }
  },
}

const updateRole: Tool = {
  name: 'update_role',
  title: 'Change a role',
  description: 'Changes what patch has; role_service_access_by_role_id, when it is there, is the whole list.',
  args: argsSchema({ id: textArg(), patch: object() }, ['id', 'patch']),
  result,
  effect: 'change',
  alwaysAsks: () => true,
  describeEffect: ({ id, patch: change }) => `Change ${namesOf(change)} of the role ${String(id)}.`,
  run: ({ id, patch: change }, session) => patch('role', id, change, session, accessRows),
}

const createApp = (revealsKeys: boolean): Tool => ({
  name: 'create_app',
  title: 'Make an app',
  description: revealsKeys
    ? 'Makes an app with a key, which only this answer has.'
    : 'Makes an app with a key, which people find in the console.',
  args: argsSchema({ name: textArg(), role_id: whole(), description: textArg(), type: whole(), is_active: truth() }, [
    'name',
    'role_id',
  ]),
  result: { properties: { record: {}, api_key: { type: 'string' } } },
  effect: 'add',
  async run({ name, role_id, description, type = 0, is_active = true }, session) {
    const newApp = await post('app', { name, role_id, description, type, is_active }, session)
    const key = revealsKeys && isRecord(newApp) ? { api_key: String(newApp.api_key) } : {}
    return { value: { record: masked(newApp), ...key } }
  },
})

/** The effect of a verb if nothing else is known about the request. */
const effects: Readonly<Record<string, Effect>> = {
  GET: 'read',
  POST: 'run',
  PUT: 'run',
  PATCH: 'run',
  DELETE: 'delete',
}

/** The tool that sends any system request, except those whose effect the settings do not allow. */
function callSystem({ allowWrites, allowDeletes }: McpSettings): Tool {
  const allowed = verbs.filter((verb) => verb === 'GET' || (verb === 'DELETE' ? allowDeletes : allowWrites))
  return {
    name: 'call_system_api',
    title: 'Call the administration',
    description: 'Calls an address of the administration for which there is no tool: system/… or user/….',
    args: argsSchema(
      { method: textArg(undefined, { enum: allowed }), path: textArg(), body: object(), query: object() },
      ['method', 'path'],
    ),
    result: { properties: { answer: {} } },
    effect: allowWrites ? 'run' : 'read',
    alwaysAsks: ({ method, path }) => method === 'DELETE' || (method !== 'GET' && touchesRights.test(String(path))),
    effectOf: ({ method }) => effects[String(method)] ?? 'run',
    describeEffect: (args) => `${String(args.method)} ${String(args.path)} with ${namesOf(args.body)}.`,
    run: (args, session) => callPath(args, session),
  }
}

/** Paths that grant rights, publish, write what runs later or is mailed, or may contain secrets. */
const touchesRights =
  /system\/(?:admin|user|role|app|lookup|service|event_script|scheduler|webhook|package|email_template|cors)(?:\/|$)/i

/** Sessions, passwords, two-step sign-in, and mails with codes. */
const notForModels = /(?:^|\/)(?:session|password|two_step|outbox|register)(?:\/|$)/i

async function callPath({ method, path, body, query }: Args, session: ToolSession): Promise<ToolAnswer> {
  const verb = verbs.find((each) => each === method) ?? 'GET'
  const params = Object.fromEntries(
    Object.entries(isRecord(query) ? query : {}).map(([name, value]) => [name, String(value)]),
  )
  const address = systemCall(path)
  if (notForModels.test(address.resource)) {
    throw new Problem(
      403,
      `'${address.service}/${address.resource}' is not available to assistants: it changes how people sign in.`,
    )
  }
  const payload = isRecord(body) && verb !== 'GET' ? { payload: withoutMasks(body) } : {}
  return { value: { answer: cut(masked(await ask(session, { verb, ...address, params, ...payload })), 2_000) } }
}

function namesOf(change: unknown): string {
  const names = isRecord(change) ? Object.keys(change) : []
  return names.length === 0 ? 'nothing' : names.slice(0, 20).join(', ')
}

/** Tools that write system resources. */
export const systemWrites = (settings: McpSettings, revealsKeys: boolean): readonly Tool[] => [
  createService,
  updateService,
  createRole,
  updateRole,
  createApp(revealsKeys),
  deleteService,
  callSystem(settings),
]
