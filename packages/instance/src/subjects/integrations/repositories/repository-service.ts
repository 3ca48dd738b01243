import { Problem } from '@millwright/contract/problem'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Service } from '../../../gateway/service.ts'
import type { MakeService } from '../../../gateway/service-kind.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { fileOf } from '../../../request/file-content.ts'
import { flag, number, text } from '../../../request/params.ts'
import type { MakeHost, Place, RepositoryHost } from './hosts.ts'

const components = ['', '*', '_repo/', '_repo/*']
const usualReference = 'master'

/** Read access to the repositories of an account (docs/wire/repositories.md). */
export function createRepositoryService(makeHost: MakeHost, base?: string): MakeService {
  return ({ row, config, host }): Service => {
    const { allowPrivateHosts, bodyLimit } = host.parts.config
    const repositories = makeHost(config, createRequestSender({ allowPrivateHosts, longest: bodyLimit }), base)
    return {
      publicEndpoints: [],
      accessList: async () => components,
      async handle(request) {
        const { verb, resource, params } = request
        if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the service '${row.name}'.`)
        if (resource === '') {
          const names = flag(params, 'as_access_list') ? components : flag(params, 'as_list') ? ['_repo'] : null
          return { status: 200, body: { resource: names ?? [{ name: '_repo' }] } }
        }
        const [first, repository, ...rest] = resource.split('/')
        if (first !== '_repo') throw new Problem(404, `Resource '${first}' not found for service '${row.name}'.`)
        if (repository === undefined) return list(repositories, request)
        return read(repositories, request, placeOf(request, repository, rest))
      },
    }
  }
}

async function list(host: RepositoryHost, { params }: ApiRequest): Promise<ApiResponse> {
  const page = Math.max(1, number(params, 'page') ?? 1)
  const perPage = Math.max(1, Math.min(100, number(params, 'per_page') ?? 50))
  const resource = await host.repositories(page, perPage)
  return { status: 200, body: { resource: flag(params, 'as_list') ? resource.map(({ name }) => name) : resource } }
}

function placeOf(request: ApiRequest, repository: string, rest: readonly string[]): Place {
  const { params } = request
  const named = (text(params, 'path') ?? '').split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
  const path = [...rest, ...(rest.length === 0 ? named : [])].join('/')
  // The component is the same whether the path is given in the URL or as a parameter.
  const component = path === '' ? `_repo/${repository}` : `_repo/${repository}/${path}`
  const componentRequest = { ...request, resource: component }
  if (!decide(componentRequest, []).allowed) throw accessProblem(componentRequest)
  return { repository, path, reference: text(params, 'branch', 'tag') || usualReference }
}

async function read(host: RepositoryHost, { params }: ApiRequest, place: Place): Promise<ApiResponse> {
  const found = await host.entry(place)
  if (isList(found)) return { status: 200, body: { resource: found } }
  if (!flag(params, 'content')) return { status: 200, body: found }
  if (typeof found.content !== 'string') throw new Problem(400, `'${place.path}' has no content.`)
  const bytes = Buffer.from(found.content, 'base64')
  return { status: 200, body: fileOf(bytes, { contentType: 'text/plain; charset=utf-8' }) }
}

/** `Array.isArray` does not narrow to readonly arrays. */
const isList = (found: object): found is readonly unknown[] => Array.isArray(found)
