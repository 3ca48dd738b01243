import { apiPrefix } from '@millwright/contract/headers'
import { argsSchema } from '../arg-schema.ts'
import type { Tool } from '../tool.ts'
import type { ExposedService } from '../verb.ts'

/** The tool that lists the services, if there are several. */
export function listApis(services: readonly ExposedService[]): readonly Tool[] {
  if (services.length < 2) return []
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
      run: async () => ({ value: { apis, count: apis.length } }),
    },
  ]
}
