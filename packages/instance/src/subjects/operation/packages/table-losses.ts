import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { get } from './read-records.ts'

/** What an existing table would lose through a change, as sentences. Such a loss cannot be undone. */
export async function lossesOf(
  service: string,
  table: Row,
  { call, request }: { readonly call: Forward; readonly request: ApiRequest },
): Promise<readonly string[]> {
  const asked = get(service.toLowerCase(), '_schema', { preview: 'true' })
  const payload = { resource: [table] }
  const { body } = await call({ ...request, ...asked, verb: 'PATCH', payload, payloadFormat: 'json' })
  const statements = isRecord(body) && Array.isArray(body.statements) ? body.statements.filter(isRecord) : []
  return [...new Set(statements.flatMap(({ loses }) => (typeof loses === 'string' ? [loses] : [])))]
}

/** The error message for such a change. */
export function losing(service: string, name: string, losses: readonly string[]): string {
  return `The table ${service}/${name} cannot be overwritten, as that could not be rolled back. ${losses.join(' ')}`
}
