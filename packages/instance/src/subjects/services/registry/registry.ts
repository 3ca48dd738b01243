import { hasLookup } from '@millwright/connector/config-values'
import type { ApiDescription } from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type Health, inWhole, type Registered, type Registry } from '../../../gateway/registry.ts'
import type { Service } from '../../../gateway/service.ts'
import type { RunnableKinds, ServiceHost, ServiceRow } from '../../../gateway/service-kind.ts'
import type { Log } from '../../../platform/log.ts'
import { substituteInValue } from '../../../platform/lookup-substitution.ts'
import { addressedHosts, refusePrivateAddresses } from '../../../platform/outgoing/addressed-hosts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { ignoreUnavailable, shuttingDown } from '../../../store/store-problems.ts'
import { openConfig, parseConfig } from '../../ground/service-config/stored-config.ts'
import { type ServiceInUse, serviceInUse } from './service-in-use.ts'
import { createServiceRows, type StoredService } from './service-rows.ts'

interface RegistryParts {
  /** What services may use, except each other. */
  readonly host: Omit<ServiceHost, 'serviceById' | 'serviceByName' | 'inWhole'>
  readonly kinds: Pick<RunnableKinds, 'of' | 'whyNot'>
  readonly log: Log
}

interface Made {
  readonly stored: StoredService
  readonly registered: Registered
  readonly inUse: ServiceInUse | null
  /** The configuration with lookup keys replaced, as JSON; `null` if it has none. */
  readonly settled: string | null
  /** Version of the lookup keys for which `settled` is current. */
  lookups: number
}

/**
 * Creates each service at its first call and keeps it until its row, its configuration or a lookup key in it changes. A service
 * that cannot be created responds with 503; others are not affected.
 */
export function createRegistry({ host: baseHost, kinds, log }: RegistryParts): Registry {
  const { store, vault, background, lookups, authorities, clock } = baseHost.parts
  const instances = new Map<number, Made>()
  const closings = new Set<Promise<void>>()
  const health = new Map<number, Health>()
  let keys = 0
  let open = true

  const rows = createServiceRows(store, (stored) => {
    const before = instances.get(stored.row.id)
    if (before?.stored === stored) end(before)
  })
  const host: ServiceHost = {
    ...baseHost,
    serviceById: async (id) => (await rows.byId(id))?.row ?? null,
    serviceByName: async (name) => (await rows.byName(name.toLowerCase()))?.row ?? null,
    inWhole: async (name, work, how) => inWhole(await find(name.toLowerCase()), work, how),
  }

  store.changes.subscribe(({ table, ids }) => {
    if (table === 'lookup') keys += 1
    if (table !== 'service') return
    if (ids === 'all') health.clear()
    else for (const id of ids) health.delete(id)
    // Without another request, their connections would stay open.
    const held = [...(ids === 'all' ? instances.keys() : ids)].filter((id) => instances.get(id)?.inUse)
    if (held.length > 0) background.start('Reloading services', () => readAgain(held).catch(ignoreUnavailable))
  })

  async function readAgain(ids: readonly number[]): Promise<void> {
    for (const id of ids) await rows.byId(id)
  }

  function end(before: Made): void {
    instances.delete(before.registered.row.id)
    if (before.inUse !== null) closing(before.registered.row.name, before.inUse.end())
  }

  function closing(name: string, closed: Promise<void>): void {
    const completion = closed
      .catch((error: unknown) => log(`Closing the service ${name}: ${String(error)}`))
      .finally(() => closings.delete(completion))
    closings.add(completion)
  }

  async function again(request: ApiRequest): Promise<ApiResponse> {
    const registered = await find(request.service)
    if (registered === null) throw new Problem(404, `Could not find a service with a name of ${request.service}`)
    if (!registered.row.isActive) throw new Problem(403, `Service ${registered.row.name} is deactivated.`)
    return registered.service.handle(request)
  }

  function find(name: string): Promise<Registered | null> | Registered | null {
    const found = rows.byName(name)
    if (found instanceof Promise) return found.then((stored) => (stored === null ? null : use(stored)))
    return found === null ? null : use(found)
  }

  function use(stored: StoredService): Promise<Registered> | Registered {
    const before = instances.get(stored.row.id)
    if (before?.stored === stored && (before.settled === null || before.lookups === keys)) return before.registered
    if (!open) throw shuttingDown()
    const config = readConfig(stored)
    if (config === null || kinds.of(stored.row.type)?.readsLookups || !namesLookups(config))
      return make(stored, config, null, keys)
    return settle(stored, config)
  }

  /** `null` if the configuration cannot be read. */
  function readConfig({ row, config }: StoredService): Row | null {
    try {
      return openConfig(kinds.of(row.type)?.config, parseConfig(config), vault)
    } catch (error) {
      log(`Reading the configuration of the service ${row.name}: ${String(error)}`)
      return null
    }
  }

  async function settle(stored: StoredService, config: Row): Promise<Registered> {
    const state = keys
    const resolvedConfig = await withLookups(stored.row, config)
    const text = JSON.stringify(resolvedConfig)
    const before = instances.get(stored.row.id)
    if (before?.stored === stored && before.settled === text) {
      before.lookups = state
      return before.registered
    }
    return make(stored, resolvedConfig, text, state)
  }

  async function withLookups({ author }: ServiceRow, config: Row): Promise<Row> {
    const isTrusted = (await authorities(author)) === null
    const values = await lookups.ofInstance(isTrusted ? 'trusted' : undefined)
    const substituted = substituteInValue(config, values, { withPrivate: isTrusted })
    return isRecord(substituted) ? substituted : config
  }

  function make(stored: StoredService, config: Row | null, settled: string | null, state: number): Registered {
    const { row } = stored
    const before = instances.get(row.id)
    if (before !== undefined) end(before)
    const service = watched(row, config, start(row, config))
    const inUse = service.close === undefined ? null : serviceInUse(service, again)
    const registered: Registered = { row, service: inUse?.service ?? service }
    const now: Made = { stored, registered, inUse, settled, lookups: state }
    instances.set(row.id, now)
    if (!open || !rows.isCurrent(stored)) end(now)
    return registered
  }

  function start(row: ServiceRow, config: Row | null): Service {
    const kind = kinds.of(row.type)
    const refused = (message: string) => describedService(kind?.group ?? '', new Problem(503, message))
    if (kind?.make === undefined || kinds.whyNot(row.type) !== null) {
      const problem = notRunnable(row.type, kinds)
      health.set(row.id, { reason: problem.message, since: clock() })
      return describedService(kind?.group ?? '', problem)
    }
    if (config === null) return refused(`The configuration of the service '${row.name}' cannot be used.`)
    try {
      return kind.make({ row, config, host, health: healthOf(row) })
    } catch (error) {
      if (error instanceof Problem) return refused(error.message)
      log(`Starting the service ${row.name}: ${String(error)}`)
      return refused(`The service '${row.name}' cannot be started.`)
    }
  }

  function healthOf({ id }: ServiceRow): (reason: string | null) => void {
    return (reason) => {
      if (health.get(id)?.reason !== reason) health.set(id, { reason, since: clock() })
    }
  }

  /** Records the results of calls. Built-in services have no external dependency. */
  function watched(row: ServiceRow, config: Row | null, service: Service): Service {
    if (kinds.of(row.type)?.singleton !== false) return service
    const note = healthOf(row)
    const reaches = config !== null && hostsOf(row, config).length > 0
    return {
      ...service,
      async handle(request) {
        try {
          if (reaches) await refuseHosts(row, config)
          const response = await service.handle(request)
          note(null)
          return response
        } catch (error) {
          if (error instanceof Problem && error.status === 503) note(error.message)
          throw error
        }
      },
    }
  }

  const hostsOf = ({ type }: ServiceRow, config: Row) => addressedHosts(kinds.of(type)?.config ?? {}, config)

  /** Only full administrators set up services that reach this machine or its network. */
  async function refuseHosts(row: ServiceRow, config: Row): Promise<void> {
    if ((await authorities(row.author)) === null) return
    await refusePrivateAddresses(hostsOf(row, config), baseHost.parts.config.allowPrivateHosts)
  }

  async function passing<T>(row: ServiceRow, settings: Row, work: (service: Service) => Promise<T>): Promise<T> {
    const kind = kinds.of(row.type)
    if (kind?.make === undefined) throw notRunnable(row.type, kinds)
    const config = kind.readsLookups || !namesLookups(settings) ? settings : await withLookups(row, settings)
    await refuseHosts(row, config)
    const service = kind.make({ row, config, host, health: () => undefined })
    try {
      return await work(service)
    } finally {
      await service.close?.().catch((error: unknown) => log(`Closing a service that was tested: ${String(error)}`))
    }
  }

  return {
    find,
    all: rows.all,
    presentName: rows.presentName,
    get inUse() {
      return [...instances.values()].map(({ registered }) => registered)
    },
    health: () => health,
    passing,
    async close() {
      open = false
      for (const each of [...instances.values()]) end(each)
      await Promise.all(closings)
    },
  }
}

function namesLookups(value: unknown): boolean {
  if (typeof value === 'string') return hasLookup(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(namesLookups)
}

/** Components of database services for access rows; other services are named as a whole. */
const tableComponents = ['_schema/', '_schema/*', '_table/', '_table/*']
const componentsByGroup = new Map([
  ['Database', tableComponents],
  ['Big Data', tableComponents],
])

/** For a database that cannot be reached: it is part of the document of all services, but empty. */
const emptyDescription: ApiDescription = { paths: {}, components: {} }

/** A service that cannot run: it lists components, so that roles can be prepared, and rejects every other request. */
function describedService(group: string, refusal: Problem): Service {
  const components = ['', '*', ...(componentsByGroup.get(group) ?? [])]
  return {
    publicEndpoints: [],
    accessList: async () => components,
    ...(componentsByGroup.has(group) && {
      describe() {
        throw refusal
      },
      outline: () => emptyDescription,
    }),
    guard: () => {
      throw refusal
    },
    handle: async ({ verb, resource, params }) => {
      const wantsAccessList = verb === 'GET' && resource === '' && flag(params, 'as_access_list')
      if (!wantsAccessList) throw refusal
      return { status: 200, body: { resource: components } }
    },
  }
}

function notRunnable(type: string, { whyNot }: RegistryParts['kinds']): Problem {
  const sentence = `This instance cannot run services of the type '${type}'.`
  const reason = whyNot(type)
  return new Problem(503, reason === null ? sentence : `${sentence} ${reason}`)
}
