import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { get } from './read-records.ts'

/** Names of the tables that a database currently has. */
export async function existingTables(
  service: string,
  { call, request }: { readonly call: Forward; readonly request: ApiRequest },
): Promise<ReadonlySet<string>> {
  const asked = get(service.toLowerCase(), '_schema', { as_list: 'true', refresh: 'true' })
  const { body } = await call({ ...request, ...asked })
  const names = isRecord(body) && Array.isArray(body.resource) ? body.resource : []
  return new Set(names.map(String))
}
