import { verbMask } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import { refusal } from '../../../access/refusal.ts'
import type { ApiRequest } from '../../../request/api-request.ts'

/** What the caller may do with a table's description, as a mask of verbs. */
export function maskOf(request: ApiRequest, table: string): number {
  return decide({ ...request, resource: `_schema/${table}` }, []).mask
}

/** Refuses what the caller may not do with a table that the body names rather than the address. */
export function assertMay(request: ApiRequest, table: string): void {
  if ((maskOf(request, table) & verbMask[request.verb]) !== 0) return
  throw refusal({ ...request, resource: `_schema/${table}` })
}
