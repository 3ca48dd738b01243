import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'

/** A part of a database service, such as `_table`. */
export interface DatabaseResource {
  readonly name: '_schema' | '_table' | '_proc' | '_func'
  readonly label: string
  /** `rest`: the segments of the path after the part's name; none at its root. */
  handle(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse>
  /** What access rules can name below it, in the order of its list. */
  names(): Promise<readonly string[]>
  /** Whether rules can also name what is below those names, as `_table/contact/*`. */
  readonly nested: boolean
}

/** Answers calls below a part; `rest` are the segments of the path after the part's name, none at its root. */
export type HandleResource = DatabaseResource['handle']
