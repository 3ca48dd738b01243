import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { transactionOf } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import type { Docs } from '../../ground/docs/docs.ts'
import { customApiType } from '../../ground/models/custom-api-model.ts'
import { describeEndpoints } from './describe-endpoints.ts'
import { knownServices } from './known-services.ts'
import { activeEndpoints, endpointOf } from './published-apis.ts'

/** Answers with the OpenAPI document of what an API would answer, if it was published now. `api`: its record. */
export type DescribeDraft = (request: ApiRequest, api: Readonly<Record<string, unknown>>) => Promise<ApiResponse>

export function createDescribeDraft(parts: Parts, docs: Pick<Docs, 'written'>): DescribeDraft {
  const stored = transactionOf(dialectOf(parts.store.engine), parts.store.statements)
  return async (request, api) => {
    const asked = { ...request, verb: 'GET', service: 'system', resource: 'custom_api_endpoint' } as const
    if (!decide(asked, []).allowed) throw accessProblem(asked)
    const rows = await activeEndpoints(stored, api.id)
    const endpoints = rows.map((row) =>
      endpointOf(row as Parameters<typeof endpointOf>[0], { sources: [], others: [] }),
    )
    const { knownTo } = await knownServices(endpoints, parts)
    const name = String(api.base_path ?? api.name)
    const version = String(api.version ?? '')
    return docs.written(request, {
      name,
      label: String(api.label ?? name),
      description: String(api.description ?? ''),
      group: parts.kinds.of(customApiType)?.group ?? '',
      api: describeEndpoints(name, { version, sunset: null, endpoints }, knownTo),
    })
  }
}
