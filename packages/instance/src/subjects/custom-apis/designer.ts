import { Problem } from '@millwright/contract/problem'
import { designerName } from '@millwright/contract/records/execution-plan'
import { verbs } from '@millwright/contract/verbs'
import type { Forward } from '../../gateway/gateway.ts'
import type { Registered, Registry } from '../../gateway/registry.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { customApiType } from '../models/custom-api-model.ts'

/** What clients of other servers call the resources of `system`. */
const resources: Readonly<Record<string, string>> = {
  apis: 'custom_api',
  endpoints: 'custom_api_endpoint',
  services: 'custom_api_source',
  test: 'custom_api_test',
}

/**
 * The service `api_builder`, which has no record: the addresses at which clients of other servers find custom APIs. Who may call them is
 * decided for what they lead to.
 */
export function createDesigner({ find, forward }: { find: Registry['find']; forward: Forward }): Registered {
  async function handle(request: ApiRequest): Promise<ApiResponse> {
    const [first = '', ...rest] = request.resource.split('/')
    if (first === '') return { status: 200, body: { resource: Object.keys(resources).map((name) => ({ name })) } }
    const resource = Object.hasOwn(resources, first) ? resources[first] : undefined
    if (resource !== undefined) {
      const answer = await forward({ ...request, service: 'system', resource: [resource, ...rest].join('/') })
      return answer
    }
    if (first === 'docs') return forward({ ...request, service: 'api_docs', resource: rest.join('/') })
    const api = await find(first.toLowerCase())
    if (api?.row.type !== customApiType) throw new Problem(404, `Resource '${first.slice(0, 64)}' not found.`)
    return forward({ ...request, service: first.toLowerCase(), resource: rest.join('/') })
  }

  return {
    row: {
      id: 0,
      name: designerName,
      label: 'API Builder',
      description: 'Makes custom APIs.',
      isActive: true,
      type: customApiType,
      author: { userId: null, appId: null },
    },
    service: {
      publicEndpoints: [
        { path: '*', verbs },
        { path: '', verbs },
      ],
      accessList: async () => [],
      handle,
    },
  }
}

/** The services, with the designer unless a service has its name. */
export function withDesigner(registry: Registry, designer: Registered): Registry {
  const or = (found: Registered | null, name: string) => found ?? (name === designerName ? designer : null)
  return {
    ...registry,
    get inUse() {
      return registry.inUse
    },
    find(name) {
      const found = registry.find(name)
      return found instanceof Promise ? found.then((each) => or(each, name)) : or(found, name)
    },
  }
}
