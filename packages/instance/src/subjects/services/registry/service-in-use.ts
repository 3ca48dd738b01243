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
export function serviceInUse(
  instance: Service,
  replacement: (request: ApiRequest) => Promise<ApiResponse>,
): ServiceInUse {
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

  const describe = instance.describe?.bind(instance)
  const tables = instance.tables?.bind(instance)
  const recordTables = instance.recordTables?.bind(instance)
  const { collections } = instance
  const whole = instance.whole?.bind(instance)
  const conditionProblem = instance.conditionProblem?.bind(instance)
  const hear = instance.hear?.bind(instance)
  const hearRequests = instance.onLoggedRequests?.bind(instance)
  const service: Service = {
    takesUpload: (request) => instance.takesUpload?.(request) === true,
    ...(instance.storage === undefined ? {} : { storage: instance.storage }),
    ...(instance.script === undefined ? {} : { script: instance.script }),
    ...(instance.signIn === undefined ? {} : { signIn: instance.signIn }),
    ...(instance.mcp === undefined ? {} : { mcp: instance.mcp }),
    load: () => instance.load?.() ?? null,
    publicEndpoints: instance.publicEndpoints,
    accessList: (request) => instance.accessList(request),
    guard: (request) => instance.guard?.(request),
    ...(describe === undefined
      ? {}
      : { describe: (descriptionOptions) => counted(async () => describe(descriptionOptions)) }),
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
    ...(instance.filtersRows === undefined ? {} : { filtersRows: instance.filtersRows }),
    ...(conditionProblem === undefined
      ? {}
      : { conditionProblem: (table, condition) => counted(() => conditionProblem(table, condition)) }),
    ...(hear === undefined ? {} : { hear: (event) => counted(() => hear(event)) }),
    ...(hearRequests === undefined ? {} : { onLoggedRequests: (requests) => counted(() => hearRequests(requests)) }),
    handle: (request) => (ended ? replacement(request) : counted(() => instance.handle(request))),
  }

  return {
    service,
    async end() {
      ended = true
      if (underWay > 0) await idle.promise
      await instance.close?.()
    },
  }
}
