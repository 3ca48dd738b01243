import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'

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
