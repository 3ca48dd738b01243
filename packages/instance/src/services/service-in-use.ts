import type { ApiRequest, ApiResponse } from '../gateway/api-request.ts'
import type { Service } from './service.ts'

/** A service that holds something, such as connections, and gives it back only once nobody uses it any more. */
export interface ServiceInUse {
  /** As the service; requests that come after its end go to the one that replaced it. */
  readonly service: Service
  /** Ends it as soon as the requests under way on it are done. */
  end(): void
}

/**
 * @param replacement answers requests that were on their way when the service ended
 * @param closing hears of the closing once it begins
 */
export function serviceInUse(
  made: Service,
  replacement: (request: ApiRequest) => Promise<ApiResponse>,
  closing: (closed: Promise<void>) => void,
): ServiceInUse {
  let underWay = 0
  let ended = false
  let closed = false

  function closeWhenIdle(): void {
    if (!ended || closed || underWay > 0) return
    closed = true
    closing(made.close?.() ?? Promise.resolve())
  }

  function done(): void {
    underWay -= 1
    if (ended) closeWhenIdle()
  }

  const service: Service = {
    publicEndpoints: made.publicEndpoints,
    accessList: (request) => made.accessList(request),
    guard: (request) => made.guard?.(request),
    handle(request) {
      if (ended) return replacement(request)
      underWay += 1
      return made.handle(request).then(
        (response) => {
          done()
          return response
        },
        (error: unknown) => {
          done()
          throw error
        },
      )
    },
  }

  return {
    service,
    end() {
      ended = true
      closeWhenIdle()
    },
  }
}
