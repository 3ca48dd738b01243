import { verbMask } from '@millwright/contract/verbs'
import { decide } from '../../../../access/decide.ts'
import { accessProblem } from '../../../../access/refusal.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'

/** Returns the verbs that the caller may use on a table's description, as a mask. */
export function maskOf(request: ApiRequest, table: string): number {
  return decide({ ...request, resource: `_schema/${table}` }, []).mask
}

/** Throws if the caller lacks access to a table that is named in the body instead of the URL. */
export function assertMay(request: ApiRequest, table: string): void {
  if ((maskOf(request, table) & verbMask[request.verb]) !== 0) return
  throw accessProblem({ ...request, resource: `_schema/${table}` })
}
