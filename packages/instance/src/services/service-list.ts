import { Problem } from '@millwright/contract/problem'
import { mayUseService } from '../access/service-access.ts'
import type { ApiRequest, ApiResponse } from '../gateway/api-request.ts'
import { list } from '../gateway/params.ts'
import { askedFields, pick } from './pick-fields.ts'
import type { Registry } from './registry.ts'
import { type ServiceType, serviceTypes } from './service-types.ts'

const columns = ['id', 'name', 'label', 'description', 'type'] as const

/**
 * `GET /api/v2`: the active services that the caller may use in any way, and the types of service; `group` and `type`
 * narrow both (docs/wire/services.md).
 */
export function serviceList(registry: Registry): (request: ApiRequest) => Promise<ApiResponse> {
  return async ({ verb, caller, params }) => {
    if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the list of services.`)
    const fields = askedFields(params, columns, columns)
    const types = narrowed(serviceTypes, list(params, 'group'), list(params, 'type'))
    const everyType = types.length === serviceTypes.length
    const services = (await registry.all())
      .filter(({ row }) => row.isActive && mayUseService(caller, row.name.toLowerCase()))
      .filter(({ row }) => everyType || types.some((type) => type.name === row.type))
    return { status: 200, body: { services: services.map(({ row }) => pick(row, fields)), service_types: types } }
  }
}

function narrowed(types: readonly ServiceType[], groups?: string[], names?: string[]): readonly ServiceType[] {
  const has = (asked: string[] | undefined, text: string) =>
    asked === undefined || asked.some((each) => each.toLowerCase() === text.toLowerCase())
  return types.filter((type) => has(groups, type.group) && has(names, type.name))
}
