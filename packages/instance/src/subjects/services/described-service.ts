import { Problem } from '@millwright/contract/problem'
import type { Service } from '../../gateway/service.ts'
import type { ServiceRow } from '../../gateway/service-kind.ts'
import { flag } from '../../request/params.ts'

/** What access rows can name in services of a group; in others the service as a whole. */
const componentsByGroup = new Map([['Database', ['_schema/', '_schema/*', '_table/', '_table/*']]])

/**
 * A service that cannot run: it answers what access rows can name, so that roles can be prepared, and refuses everything else.
 * @param refusal instead of 503 for a type that nothing on this instance can run
 */
export function describedService({ type }: ServiceRow, group: string, refusal = notRunnable(type)): Service {
  const components = ['', '*', ...(componentsByGroup.get(group) ?? [])]
  return {
    publicEndpoints: [],
    accessList: async () => components,
    guard: () => {
      throw refusal
    },
    handle: async ({ verb, resource, params }) => {
      const asked = verb === 'GET' && resource === '' && flag(params, 'as_access_list')
      if (!asked) throw refusal
      return { status: 200, body: { resource: components } }
    },
  }
}

function notRunnable(type: string): Problem {
  return new Problem(503, `Nothing on this instance can run services of the type '${type}'.`)
}
