import type { ApiDescription } from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import { verbs, verbsOf } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import type { Service } from '../../../gateway/service.ts'
import type { AccessRequest, ApiRequest, ApiResponse, PublicEndpoint } from '../../../request/api-request.ts'
import { askedFields, flag, pick } from '../../../request/params.ts'
import { describeResources } from './describe-resources.ts'
import type { SystemResource } from './resource.ts'

interface ResourceServiceOptions {
  /** Name of the service in every instance. */
  readonly name: 'system' | 'user'
  readonly resources: readonly SystemResource[]
  readonly publicEndpoints: readonly PublicEndpoint[]
}

const listed = ['name', 'label', 'description', 'singleton', 'read_only', 'subscription_required'] as const

/** Creates a service of named resources, such as `system` and `user`: lists them at its root and dispatches requests to them. */
export function createResourceService({ name, resources, publicEndpoints }: ResourceServiceOptions): Service {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  let description: ApiDescription | null = null
  const sorted = [...resources].sort((a, b) => (a.name < b.name ? -1 : 1))

  const permitted = (request: ApiRequest) =>
    sorted
      .map((resource) => ({ resource, mask: decide({ ...request, resource: resource.name }, publicEndpoints).mask }))
      .filter(({ mask }) => mask !== 0)

  async function accessList(request: ApiRequest): Promise<string[]> {
    const names = permitted(request).map(({ resource }) => resource.name)
    return ['', '*', ...names.flatMap((name) => (name.includes('/') ? [name] : [`${name}/`, `${name}/*`]))]
  }

  async function root(request: ApiRequest): Promise<ApiResponse> {
    const { verb, service, params } = request
    if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the service '${service}' itself.`)
    if (flag(params, 'as_access_list')) return { status: 200, body: { resource: await accessList(request) } }
    const found = permitted(request)
    if (flag(params, 'as_list')) return { status: 200, body: { resource: found.map(({ resource }) => resource.name) } }
    const fields = askedFields(params, listed, ['name'])
    const withAccess = flag(params, 'include_access')
    const rows = found.map(({ resource, mask }) => {
      const row = pick(described(resource), fields)
      return withAccess ? { ...row, access: verbsOf(mask) } : row
    })
    return { status: 200, body: { resource: rows } }
  }

  /** Finds a resource by the first two segments of a path, or by the first. */
  function locate({ resource: path, service }: AccessRequest): { resource: SystemResource; rest: string[] } {
    const segments = path.split('/')
    const [first = '', second] = segments
    const pair = second === undefined ? undefined : byName.get(`${first}/${second}`)
    if (pair !== undefined) return { resource: pair, rest: segments.slice(2) }
    const single = byName.get(first)
    if (single !== undefined) return { resource: single, rest: segments.slice(1) }
    throw new Problem(404, `Resource '${first}' not found for service '${service}'.`)
  }

  const uploading = resources.filter(({ takesUpload }) => takesUpload !== undefined)

  return {
    publicEndpoints,
    resources,
    describe: () => (description ??= describeResources(name, resources)),
    accessList,
    ...(uploading.length === 0
      ? {}
      : { takesUpload: (unread) => byName.get(unread.resource)?.takesUpload?.(unread) === true }),
    guard: (request) => {
      if (request.resource === '') return
      const { resource, rest } = locate(request)
      return resource.guard?.(request, rest)
    },
    async handle(request) {
      if (request.resource === '') return root(request)
      const { resource, rest } = locate(request)
      const guarded = resource.guard?.(request, rest)
      if (guarded !== undefined) await guarded
      return resource.handle(request, rest)
    },
  }
}

function described(resource: SystemResource) {
  return {
    name: resource.name,
    label: resource.label,
    description: resource.description,
    singleton: resource.singleton,
    read_only: resource.readOnly,
    subscription_required: null,
  }
}

/** The service `system`: administers the instance. */
export function createSystemService(resources: readonly SystemResource[]): Service {
  return createResourceService({
    name: 'system',
    resources,
    publicEndpoints: [
      { path: 'environment', verbs: ['GET'] },
      // Authorized by the resource: for callers who may read roles.
      { path: 'access_explanation', verbs: ['POST'] },
      // Authorized by the resource: for callers who may save services.
      { path: 'service_check', verbs: ['POST'] },
      // Authorized by the resource: for everyone's own requests.
      { path: 'access_request', verbs: ['GET', 'POST'], described: 'by role' },
      { path: 'access_request/*', verbs: ['GET', 'PUT', 'PATCH'], described: 'by role' },
      // Authorized by the resource: for callers who may change apps, and for keys that replace themselves.
      { path: 'app/*', verbs: ['POST', 'PUT'], described: 'by role' },
      // Authorized by the resource: for callers who may read the table.
      { path: 'data_view', verbs },
      { path: 'data_view/*', verbs },
      { path: 'admin/session', verbs },
      { path: 'admin/password', verbs: ['POST'] },
      // Also for restricted administrators, whatever their role; the resource requires a session.
      { path: 'admin/profile', verbs: ['GET', 'POST', 'PUT', 'PATCH'] },
    ],
  })
}
