import { numberSetting } from '@millwright/connector/config-values'
import { Problem } from '@millwright/contract/problem'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import { noLookups } from '../../../platform/lookup-substitution.ts'
import { wholeOf } from '../../../platform/tracing/request-context.ts'
import type { RecordsContext } from '../../../records/records-context.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'

/** Dependencies shared by the resources of a database service: `_schema`, `_table`, `_proc` and `_func`. */
export interface DatabaseContext extends RecordsContext {
  readonly service: ServiceParts
}

/** Default maximum number of records per page. */
const usualMost = 1_000

type OnDatabase = Pick<RecordsContext, 'engine' | 'database' | 'schema'>

export function databaseContext<Own extends OnDatabase>(own: Own, service: ServiceParts): Own & DatabaseContext {
  const { row, config, host } = service
  const { lookups, config: instance } = host.parts
  const most = numberSetting(config, 'max_records') ?? usualMost
  return {
    ...own,
    service,
    serviceId: row.id,
    settings: {
      maxRecords: Math.min(most >= 1 ? Math.floor(most) : usualMost, instance.maxRecords),
      upserts: config.allow_upsert === true,
    },
    services: {
      nameOf: async (id) => (await host.serviceById(id))?.name ?? null,
      async call(request) {
        if (request.verb !== 'GET' && request.service !== row.name.toLowerCase() && wholeOf(row.id) !== null)
          throw new Problem(
            422,
            `Records of '${request.service}' cannot be written within a transaction of '${row.name}'.`,
          )
        return host.call(request)
      },
    },
    history: host.parts.rowHistory,
    lookupsOf: async ({ caller, origin, isLiteral = false }) =>
      isLiteral ? noLookups : lookups.of(caller, instance.publicUrl ?? origin),
  }
}

/** A resource of a database service, such as `_table`. */
export interface DatabaseResource {
  readonly name: '_schema' | '_table' | '_proc' | '_func'
  readonly label: string
  /** `rest`: path segments after the resource's name; empty at its root. */
  handle(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse>
  /** Returns the names below it that access rules can use, in the order of its list. */
  names(): Promise<readonly string[]>
  /** Whether rules can also apply to everything below those names, such as `_table/contact/*`. */
  readonly nested: boolean
}

/** Handles calls below a resource; `rest`: path segments after the resource's name, empty at its root. */
export type HandleResource = DatabaseResource['handle']
