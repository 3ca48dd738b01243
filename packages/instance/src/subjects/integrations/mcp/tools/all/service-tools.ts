import { apiPrefix } from '@millwright/contract/headers'
import { verbsOf } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { serviceMask } from '../../../../../access/rule-match.ts'
import type { AccessRequests } from '../../../../../gateway/parts.ts'
import type { Caller } from '../../../../../request/caller.ts'
import { wantedIn } from '../../../../identity/access-requests/agent-service.ts'
import { ask, takeWithinBudget } from '../answers.ts'
import { argsSchema, listOf, textArg, truth, whole } from '../args.ts'
import type { Tool } from '../tool.ts'
import type { ExposedService, ServiceVerb } from '../verb.ts'

/**
 * The tools that list the services, with what the caller may do in them. Of a single service, models learn from the other tools;
 * programs may still ask for it.
 */
export function listApis(services: readonly ExposedService[], caller: Caller): readonly Tool[] {
  if (services.length === 0) return []
  const apis = services.map(({ name, label, prefix, category }) => ({
    name,
    label,
    prefix,
    category,
    baseUrl: `${apiPrefix}/${name}`,
  }))
  return [
    {
      name: 'list_apis',
      title: 'List services',
      description: 'The services that tools are for.',
      args: argsSchema({}),
      result: { properties: { apis: { type: 'array' }, count: { type: 'integer' } } },
      effect: 'read',
      isUnlisted: services.length === 1,
      run: async () => ({ value: { apis, count: apis.length } }),
    },
    {
      name: 'discover_services',
      title: 'Discover services',
      description: 'The services, and the verbs that the role allows in them.',
      args: argsSchema({}),
      result: { properties: { services: { type: 'array' }, count: { type: 'integer' } } },
      effect: 'read',
      isUnlisted: true,
      async run() {
        const found = services.map(({ name, label, type, category }) => ({
          name,
          label,
          type,
          category,
          verbs: verbsOf(serviceMask(caller, name.toLowerCase())),
        }))
        return { value: { services: found, count: found.length } }
      },
    },
  ]
}

/** Describes the operations of a service in one line each, or one operation in full. */
export const getApiSpec: ServiceVerb = {
  name: 'get_api_spec',
  category: 'database',
  title: 'Describe the API',
  description: 'The operations of the API, for programs that are to be written; one of them whole by resource_name.',
  fields: {
    resource_name: textArg('such as /_table/{table_name}'),
    compact: truth('default true: one line each'),
    tables: truth('paths of each table'),
    refresh: truth(),
    offset: whole(undefined, { minimum: 0 }),
  },
  required: [],
  result: { properties: { operations: { type: 'array' }, next_offset: { type: 'integer' } } },
  effect: 'read',
  needs: { verb: 'GET', below: '' },
  async run(service, { resource_name, compact, tables, refresh, offset }, session) {
    const params = {
      openapi: '3.1',
      expand_schema: String(tables === true),
      ...(refresh === true && { refresh: 'true' }),
    }
    const document = await ask(session, { verb: 'GET', service: 'api_docs', resource: service, params })
    const paths = isRecord(document) && isRecord(document.paths) ? document.paths : {}
    const named = String(resource_name ?? '')
    const whole = Object.entries(paths).filter(([path]) => named !== '' && (path === named || path === `/${named}`))
    if (whole.length > 0)
      return {
        value: {
          operations: takeWithinBudget(
            whole.map(([path, item]) => ({ path, item })),
            session.longest,
          ),
        },
      }
    const all = Object.entries(paths).flatMap(([path, item]): unknown[] =>
      compact === false ? [{ path, item }] : linesOf(path, item),
    )
    const from = Number(offset ?? 0)
    const operations = takeWithinBudget(all.slice(from), session.longest)
    const next = from + operations.length
    return { value: { operations, total: all.length, ...(next < all.length && { next_offset: next }) } }
  },
}

function linesOf(path: string, item: unknown): string[] {
  return Object.entries(isRecord(item) ? item : {}).flatMap(([verb, operation]) =>
    isRecord(operation) && operation.operationId !== undefined
      ? [`${verb.toUpperCase()} ${path}: ${String(operation.summary ?? '')}`]
      : [],
  )
}

/** The tool that asks administrators for access that the caller's role lacks. `at`: the service that offers it. */
export function requestAccess(at: string, requests: AccessRequests): Tool {
  return {
    name: 'request_access',
    title: 'Ask for access',
    description: 'Mails administrators that more access is wanted; grants nothing. Only when the person asks for it.',
    args: argsSchema({ services: listOf(textArg()), operations: listOf(textArg()), note: textArg('why') }, [
      'services',
      'operations',
    ]),
    result: {
      properties: {
        administrators_told: { type: 'integer' },
        requests: { type: 'array', items: { type: 'integer' } },
      },
    },
    effect: 'tell',
    async run({ services, operations, note }, { requestFor }) {
      const outcome = await requests.ask(
        wantedIn(at, { services, operations, note }),
        requestFor({ verb: 'POST', service: at, resource: '' }),
      )
      return {
        value: { administrators_told: outcome.told, granted: false, requests: outcome.requests },
        isData: false,
      }
    },
  }
}
