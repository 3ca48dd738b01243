import type { ApiRequest, ApiResponse } from '../gateway/api-request.ts'

/** One resource of the `system` or `user` service, such as `role` or `admin/session`, as its service lists and calls it. */
export interface SystemResource {
  /** Path below the service, without outer slashes. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly singleton: boolean
  readonly readOnly: boolean
  /** `rest`: what follows the resource's name in the path, split at slashes, decoded. */
  handle(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse>
}
