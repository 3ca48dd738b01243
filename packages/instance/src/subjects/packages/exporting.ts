import type { Forward } from '../../gateway/gateway.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { KnownRows } from './known-rows.ts'
import type { PackagedTypes } from './packaged-types.ts'

/** What reading for a package is done with; `call`: for the caller of `request`, with their rights. */
export interface Exporting {
  readonly request: ApiRequest
  readonly call: Forward
  readonly parts: Parts
  readonly known: KnownRows
  readonly types: PackagedTypes
}
