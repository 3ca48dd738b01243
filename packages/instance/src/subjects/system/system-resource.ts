import type { ApiRequest, ApiResponse, Applicant, Unread } from '../../request/api-request.ts'
import type { ResourceDeclaration } from './resource.ts'

/** One resource of the `system` or `user` service, such as `role` or `admin/session`, as its service lists and calls it. */
export interface SystemResource {
  /** Path below the service, without outer slashes. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly singleton: boolean
  readonly readOnly: boolean
  /** The rows that it is; absent where it is something else. API descriptions are made from it. */
  readonly declaration?: ResourceDeclaration
  /** Refuses by the caller and the address alone. Its service asks it before `handle`, and the explanation of access in place of it. */
  guard?(request: Applicant, rest: readonly string[]): Promise<void> | void
  /** Whether the body of a POST or PUT comes unread, as the `upload` of a request; absent: never. */
  takesUpload?(request: Unread): boolean
  /** `rest`: what follows the resource's name in the path, split at slashes, decoded. */
  handle(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse>
}
