import { isRecord } from '@millwright/contract/wire/is-record'
import { ask, listIn, takeWithinBudget } from '../answers.ts'
import { type Args, argsSchema, listOf, textArg, truth, whole } from '../args.ts'
import type { Tool, ToolSession } from '../tool.ts'
import { masked } from './mask.ts'
import { recordPath } from './system-path.ts'

const reads = { effect: 'read', result: {} } as const

const recordResult = { properties: { record: { type: 'object' } } }
const listResult = {
  properties: { records: { type: 'array' }, total: { type: 'integer' }, next_offset: { type: 'integer' } },
  required: ['records'],
}

interface ListOptions {
  readonly resource: string
  readonly args: Args
  readonly params?: Readonly<Record<string, string>>
}

const usual = 100

async function listRecords({ resource, args, params = {} }: ListOptions, session: ToolSession) {
  const { filter, fields, limit, offset, group } = args
  const from = Number(offset ?? 0)
  const query = {
    ...params,
    include_count: 'true',
    limit: String(limit ?? usual),
    ...(from > 0 && { offset: String(from) }),
    ...(typeof filter === 'string' && filter !== '' && { filter }),
    ...(typeof group === 'string' && { group }),
    ...(Array.isArray(fields) && fields.length > 0 && { fields: fields.join(',') }),
  }
  const body = await ask(session, { verb: 'GET', service: 'system', resource, params: query })
  const found = listIn(body)
  const records = takeWithinBudget(found.map(masked), session.longest)
  const meta = isRecord(body) && isRecord(body.meta) ? body.meta : {}
  const total = typeof meta.count === 'number' ? meta.count : from + found.length
  const next = from + records.length
  return { value: { records, total, ...(next < total && { next_offset: next }) } }
}

function lists(name: string, title: string, resource: string, what: string): Tool {
  return {
    ...reads,
    name,
    title,
    description: `The ${what}.`,
    args: argsSchema({
      filter: textArg('(name LIKE "A%")'),
      fields: listOf(textArg()),
      limit: whole(`default ${usual}`, { minimum: 1, maximum: 1000 }),
      offset: whole(undefined, { minimum: 0 }),
    }),
    result: listResult,
    run: (args, session) => listRecords({ resource, args }, session),
  }
}

interface OneOptions {
  readonly name: string
  readonly title: string
  readonly resource: string
  readonly by: string
  readonly related?: string
}

function one({ name, title, resource, by, related }: OneOptions): Tool {
  return {
    ...reads,
    name,
    title,
    description: `One of the ${resource}s, whole.`,
    args: argsSchema({ [by]: textArg() }, [by]),
    result: recordResult,
    async run(args, session) {
      const path = await recordPath(resource, args[by], session)
      const params = { fields: '*', ...(related === undefined ? {} : { related }) }
      return {
        value: { record: masked(await ask(session, { verb: 'GET', service: 'system', resource: path, params })) },
      }
    },
  }
}

/** Tools that read system resources. */
export const systemReads: readonly Tool[] = [
  {
    ...reads,
    name: 'get_environment',
    title: 'About the instance',
    description: 'Version, platform and features of the instance.',
    args: argsSchema({}),
    result: recordResult,
    async run(_args, session) {
      const call = { verb: 'GET', service: 'system', resource: 'environment' } as const
      return { value: { record: masked(await ask(session, call)) } }
    },
  },
  lists('list_services', 'List services', 'service', 'services'),
  one({ name: 'get_service', title: 'Read a service', resource: 'service', by: 'id_or_name' }),
  {
    ...reads,
    name: 'list_service_types',
    title: 'Kinds of services',
    description: 'The kinds of services that can be made.',
    args: argsSchema({ group: textArg('such as Database'), offset: whole(undefined, { minimum: 0 }) }),
    result: listResult,
    async run({ group, offset }, session) {
      const fields = { fields: 'name,label,description,group,available' }
      const params = typeof group === 'string' && group !== '' ? { group, ...fields } : fields
      const call = { verb: 'GET', service: 'system', resource: 'service_type', params } as const
      const all = listIn(await ask(session, call))
      const from = Number(offset ?? 0)
      const records = takeWithinBudget(all.slice(from), session.longest)
      const next = from + records.length
      return { value: { records, total: all.length, ...(next < all.length && { next_offset: next }) } }
    },
  },
  {
    ...reads,
    name: 'get_service_type_schema',
    title: 'Settings of a kind',
    description: 'The settings that services of a kind have.',
    args: argsSchema({ name: textArg() }, ['name']),
    result: recordResult,
    async run({ name }, session) {
      const path = await recordPath('service_type', name, session)
      return { value: { record: await ask(session, { verb: 'GET', service: 'system', resource: path }) } }
    },
  },
  lists('list_roles', 'List roles', 'role', 'roles'),
  one({
    name: 'get_role',
    title: 'Read a role',
    resource: 'role',
    by: 'id',
    related: 'role_service_access_by_role_id',
  }),
  lists('list_apps', 'List apps', 'app', 'apps'),
  one({ name: 'get_app', title: 'Read an app', resource: 'app', by: 'id' }),
  lists('list_admins', 'List administrators', 'admin', 'administrators'),
  {
    ...reads,
    name: 'get_access_audit',
    title: 'Review of rights',
    description: 'When apps, roles and users were last used, and which are unused.',
    args: argsSchema(
      {
        subject: textArg(undefined, { enum: ['app', 'role', 'user'] }),
        stale_days: whole('default 90', { minimum: 1, maximum: 3650 }),
        only_flagged: truth('only what is unused'),
      },
      ['subject'],
    ),
    result: listResult,
    async run({ subject, stale_days, only_flagged }, session) {
      const params = { subject: String(subject), stale_days: String(stale_days ?? 90) }
      const call = { verb: 'GET', service: 'system', resource: 'access_usage', params } as const
      const all = listIn(await ask(session, call)).filter((row) => only_flagged !== true || isFlagged(row))
      return { value: { records: takeWithinBudget(all, session.longest), total: all.length } }
    },
  },
]

const flags = ['never_used', 'stale', 'disabled_but_attempted', 'role_unreferenced']

const isFlagged = (row: unknown) => isRecord(row) && flags.some((flag) => row[flag] === true)
