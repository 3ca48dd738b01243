import type { Service } from '../../../gateway/service.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'

/** A service that holds resources such as connections, and releases them once no request uses it. */
export interface ServiceInUse {
  /** The service; requests that arrive after its end go to its replacement. */
  readonly service: Service
  /** Ends the service once its active requests are done; resolves when it is closed. */
  end(): Promise<void>
}

/** @param replacement handles requests that arrive after the service ended */
export function serviceInUse(made: Service, replacement: (request: ApiRequest) => Promise<ApiResponse>): ServiceInUse {
  let underWay = 0
  let ended = false
  const idle = Promise.withResolvers<void>()

  function done(): void {
    underWay -= 1
    if (ended && underWay === 0) idle.resolve()
  }

  function counted<T>(work: () => Promise<T>): Promise<T> {
    underWay += 1
    return work().then(
      (result) => {
        done()
        return result
      },
      (error: unknown) => {
        done()
        throw error
      },
    )
  }

  const describe = made.describe?.bind(made)
  const tables = made.tables?.bind(made)
  const recordTables = made.recordTables?.bind(made)
  const { collections } = made
  const whole = made.whole?.bind(made)
  const conditionProblem = made.conditionProblem?.bind(made)
  const hear = made.hear?.bind(made)
  const hearRequests = made.onLoggedRequests?.bind(made)
  const service: Service = {
    takesUpload: (request) => made.takesUpload?.(request) === true,
    ...(made.storage === undefined ? {} : { storage: made.storage }),
    ...(made.script === undefined ? {} : { script: made.script }),
    ...(made.signIn === undefined ? {} : { signIn: made.signIn }),
    ...(made.mcp === undefined ? {} : { mcp: made.mcp }),
    load: () => made.load?.() ?? null,
    publicEndpoints: made.publicEndpoints,
    accessList: (request) => made.accessList(request),
    guard: (request) => made.guard?.(request),
    ...(describe === undefined ? {} : { describe: (asked) => counted(async () => describe(asked)) }),
    ...(tables === undefined ? {} : { tables: (refresh) => counted(() => tables(refresh)) }),
    ...(recordTables === undefined ? {} : { recordTables: (refresh) => counted(() => recordTables(refresh)) }),
    ...(whole === undefined ? {} : { whole: (work, how) => counted(() => whole(work, how)) }),
    ...(collections === undefined
      ? {}
      : {
          collections: {
            names: () => counted(() => collections.names()),
            fieldsIn: (name, documents) => counted(() => collections.fieldsIn(name, documents)),
          },
        }),
    ...(made.filtersRows === undefined ? {} : { filtersRows: made.filtersRows }),
    ...(conditionProblem === undefined
      ? {}
      : { conditionProblem: (table, condition) => counted(() => conditionProblem(table, condition)) }),
    ...(hear === undefined ? {} : { hear: (event) => counted(() => hear(event)) }),
    ...(hearRequests === undefined ? {} : { onLoggedRequests: (requests) => counted(() => hearRequests(requests)) }),
    handle: (request) => (ended ? replacement(request) : counted(() => made.handle(request))),
  }

  return {
    service,
    async end() {
      ended = true
      if (underWay > 0) await idle.promise
      await made.close?.()
    },
  }
}
