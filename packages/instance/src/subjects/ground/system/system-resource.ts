import type { AccessRequest, ApiRequest, ApiResponse, UnparsedRequest } from '../../../request/api-request.ts'
import type { KeptSettings } from './kept-settings.ts'
import type { ResourceDeclaration } from './resource.ts'

/**
 * What a resource keeps. `records`: those of its declaration, which says how they travel. Settings that are no such records: how folders of
 * configuration have them. `nothing`: it acts, or answers from what others keep.
 */
export type Keeps = 'records' | KeptSettings | 'people' | 'history' | 'nothing'

/** One resource of the `system` or `user` service, such as `role` or `admin/session`. */
export interface SystemResource {
  /** Path below the service, without leading or trailing slashes. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly singleton: boolean
  readonly readOnly: boolean
  readonly keeps: Keeps
  /** Declaration of its rows, for API descriptions; absent if it has none. */
  readonly declaration?: ResourceDeclaration
  /** Rejects a request by its caller and path alone. Called before `handle`, and by access explanations in place of it. */
  guard?(request: AccessRequest, rest: readonly string[]): Promise<void> | void
  /** Whether the body of a POST or PUT is passed unread, as the request's `upload`; absent: never. */
  takesUpload?(request: UnparsedRequest): boolean
  /** `rest`: the path after the resource's name, as decoded segments. */
  handle(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse>
}
