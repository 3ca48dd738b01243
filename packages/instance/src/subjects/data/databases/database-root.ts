import { Problem } from '@millwright/contract/problem'
import { verbsOf } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, text } from '../../../request/params.ts'
import { askedFields, pick } from '../../../request/pick-fields.ts'
import type { DatabaseResource } from './database-resource.ts'

const listed = ['name', 'label'] as const

/** `GET` of a database service: lists its resources as far as the caller may use them (docs/wire/databases.md). */
export async function databaseRoot(request: ApiRequest, resources: readonly DatabaseResource[]): Promise<ApiResponse> {
  const { verb, service, params } = request
  if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the service '${service}' itself.`)
  if (flag(params, 'as_access_list')) {
    return { status: 200, body: { resource: await databaseComponents(request, resources) } }
  }
  const permitted = resources.filter(({ name }) => maskOf(request, name) !== 0)
  if (flag(params, 'as_list')) return { status: 200, body: { resource: permitted.map(({ name }) => name) } }
  const fields = askedFields(params, listed, ['name'])
  const withAccess = flag(params, 'include_access') && text(params, 'fields')?.trim() === '*'
  const rows = permitted.map((resource) => {
    const row = pick(resource, fields)
    return withAccess ? { ...row, access: verbsOf(maskOf(request, resource.name)) } : row
  })
  return { status: 200, body: { resource: rows } }
}

/** Returns the components for access rules, as far as the caller may use them; `schema`: restricts them to one schema. */
export async function databaseComponents(
  request: ApiRequest,
  resources: readonly DatabaseResource[],
): Promise<string[]> {
  const schema = text(request.params, 'schema')?.trim().toLowerCase() ?? ''
  const wanted = (name: string) => schema === '' || name.toLowerCase().startsWith(`${schema}.`)
  const below: string[] = []
  for (const resource of resources) {
    if (maskOf(request, resource.name) !== 0) below.push(`${resource.name}/`, `${resource.name}/*`)
    for (const name of await resource.names()) {
      const path = `${resource.name}/${name}`
      if (!wanted(name) || maskOf(request, path) === 0) continue
      if (resource.nested) below.push(`${path}/`, `${path}/*`)
      else below.push(path)
    }
  }
  return below.length === 0 && maskOf(request, '') === 0 ? [] : ['', '*', ...below]
}

function maskOf(request: ApiRequest, resource: string): number {
  return decide({ ...request, resource }, []).mask
}
