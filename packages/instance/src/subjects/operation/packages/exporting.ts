import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { KnownRows } from './known-rows.ts'
import type { PackagedTypes } from './packaged-types.ts'

/** Dependencies for reading package content. `call`: sends requests with the rights of the caller of `request`. */
export interface Exporting {
  readonly request: ApiRequest
  readonly call: Forward
  readonly parts: Parts
  readonly known: KnownRows
  readonly types: PackagedTypes
}
