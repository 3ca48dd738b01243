import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { decide } from '../../../access/decide.ts'
import { mayUseService } from '../../../access/rule-match.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { hasTables, type RunnableKinds, type ServiceKind, type ServiceRow } from '../../../gateway/service-kind.ts'
import { basePathOf } from '../../../platform/base-path.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { askedFields, list, pick } from '../../../request/params.ts'

const columns = ['id', 'name', 'label', 'description', 'type'] as const
const typeColumns = ['name', 'label', 'group', 'description'] as const

/**
 * `GET /api/v2`: the active services that the caller has any access to, and the types that this instance can run; filtered by
 * `group` and `type` (docs/wire/services.md).
 */
export function serviceList(
  registry: Pick<Registry, 'all'>,
  known: RunnableKinds,
): (request: ApiRequest) => Promise<ApiResponse> {
  return async (request) => {
    const { verb, caller, params } = request
    if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the list of services.`)
    const fields = askedFields(params, columns, columns)
    const groups = list(params, 'group')
    const names = list(params, 'type')
    const kinds = narrowed(known.all, groups, names)
    const types = new Set(kinds.map(({ name }) => name))
    const everyType = groups === undefined && names === undefined
    const services = (await registry.all())
      .filter((row) => row.isActive && mayUseService(caller, row.name.toLowerCase()))
      .filter((row) => everyType || types.has(row.type))
    const service_types = kinds
      .filter(({ make }) => make !== undefined)
      .map((kind) => ({ ...pick(kind, typeColumns), ...(hasTables(kind.group) && { filters_rows: true }) }))
    return {
      status: 200,
      body: {
        services: services.map((row) => ({
          ...pick(row, fields),
          ...(fields.includes('name') && specOf(request, row)),
        })),
        service_types,
      },
    }
  }
}

/** Where the service's document is, for callers who may read it. */
function specOf({ caller, requestor, origin }: ApiRequest, { name }: ServiceRow): object {
  const question = { caller, requestor, verb: 'GET', service: name.toLowerCase(), resource: '_spec' } as const
  if (!decide(question, []).allowed) return {}
  const basePath = basePathOf(URL.canParse(origin) ? origin : null)
  return { spec_url: `${basePath}${apiPrefix}/${encodeURIComponent(name)}/_spec` }
}

function narrowed(kinds: readonly ServiceKind[], groups?: string[], names?: string[]): readonly ServiceKind[] {
  const has = (choices: string[] | undefined, text: string) =>
    choices === undefined || choices.some((each) => each.toLowerCase() === text.toLowerCase())
  return kinds.filter((kind) => has(groups, kind.group) && has(names, kind.name))
}
