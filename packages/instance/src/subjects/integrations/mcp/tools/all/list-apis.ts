import { apiPrefix } from '@millwright/contract/headers'
import { verbsOf } from '@millwright/contract/verbs'
import { serviceMask } from '../../../../../access/service-access.ts'
import type { Caller } from '../../../../../request/caller.ts'
import { argsSchema } from '../arg-schema.ts'
import type { Tool } from '../tool.ts'
import type { ExposedService } from '../verb.ts'

/**
 * The tools that list the services, with what the caller may do in them. Of a single service, models learn from the other tools;
 * programs may still ask for it.
 */
export function listApis(services: readonly ExposedService[], caller: Caller): readonly Tool[] {
  if (services.length === 0) return []
  const apis = services.map(({ name, label, prefix, category }) => ({
    ...{ name, label, prefix, category, baseUrl: `${apiPrefix}/${name}` },
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
          ...{ name, label, type, category },
          verbs: verbsOf(serviceMask(caller, name.toLowerCase())),
        }))
        return { value: { services: found, count: found.length } }
      },
    },
  ]
}
