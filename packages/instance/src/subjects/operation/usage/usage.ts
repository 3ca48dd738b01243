import type { LoggedRequest } from '@millwright/connector/connector'
import { messageOf } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'
import type { AccessSubject, UsageAnswer } from '@millwright/contract/wire/usage'
import { requireUsageAccess } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { RecordCall } from '../../../gateway/ports/usage.ts'
import type { Log } from '../../../platform/log.ts'
import type { ApiRequest, ApiResponse, Params } from '../../../request/api-request.ts'
import { openUsageStore, type UsageStore } from '../../../store/usage/usage-store.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { createAccessUsageResource, readUseStates, type UseState } from './access-usage.ts'
import type { TemplateForm } from './address-forms.ts'
import { Collector } from './collector.ts'
import { type Forgotten, forgetTraces, TracesOfPeople } from './forget.ts'
import { createRequestLogResource } from './log/request-log-resource.ts'
import { flushEvery } from './read/gaps.ts'
import { readUsage } from './read/read-usage.ts'
import { readUsageQuery } from './read/usage-query.ts'
import { type Replay, replayCalls } from './replay.ts'
import { deleteOld, trimLog } from './retention.ts'
import { createUsageResource } from './usage-resource.ts'

interface UsageParts {
  readonly parts: Parts
  readonly log: Log
  /** Form of a service's paths by its lower-case name; `null`: there is no such service. */
  readonly formOf: (service: string) => TemplateForm | null
  /** Called with requests that this node logged. */
  readonly logged: (entries: readonly LoggedRequest[]) => void
}

interface Usage {
  readonly record: RecordCall
  readonly resources: readonly SystemResource[]
  /** Returns figures for the parameters of `system/usage`; `null`: usage is not recorded. */
  readonly read: ((params: Params) => Promise<UsageAnswer>) | null
  /** Adds the usage filter to a resource whose records have usage; returns others unchanged. */
  filtered(resource: SystemResource): SystemResource
  /** Counts past calls, if usage is recorded. */
  replay(calls: Replay): Promise<void>
  /** Writes pending counts. */
  close(): Promise<void>
}

const minute = 60_000
const hour = 60 * minute

/** Records usage of the API: in the background, stored separately from the records of the instance. */
export function createUsage({ parts, log, formOf, logged }: UsageParts): Usage {
  const { store, clock, config } = parts
  const { usage: settings } = config
  let opened: Promise<UsageStore> | null = null
  const open = () => {
    opened ??= openUsageStore(config.dataFolder, store).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  const isLogging = settings.log.rows > 0
  const collector = new Collector({
    clock,
    records: store,
    store: open,
    formOf,
    logged,
    log: { ...settings.log, slow: settings.slow, isOn: isLogging },
  })
  const upToDate = async () => {
    await collector.flush()
    return open()
  }
  const forget = async (what: Forgotten) => {
    const usage = await open()
    return collector.forget(what, () => forgetTraces(usage, what))
  }
  const accessParts = { store, clock, kinds: parts.kinds, upToDate, isCounting: settings.isOn }
  const access = createAccessUsageResource(accessParts)
  if (!settings.isOn) {
    const filtered = (resource: SystemResource) => resource
    return {
      record: () => undefined,
      resources: [access],
      filtered,
      read: null,
      replay: noReplay,
      close: () => Promise.resolve(),
    }
  }

  async function read(params: Params): Promise<UsageAnswer> {
    const now = clock()
    const query = readUsageQuery(params, now)
    const usage = await upToDate()
    return readUsage(usage, query, { store, usage }, now)
  }

  const closing = new AbortController()
  const people = new TracesOfPeople(store)
  const upkeep = createUpkeep()

  function createUpkeep(): () => Promise<void> {
    let nextTrim = clock() + minute
    let nextThinning = clock() + minute
    return async () => {
      const now = clock()
      if (opened === null) return
      const usage = await opened
      if (people.isDue) await people.sweep(usage, now)
      if (isLogging && now >= nextTrim) {
        nextTrim = now + minute
        await trimLog(usage, settings.log, now, () => closing.signal.aborted)
      }
      if (now < nextThinning) return
      nextThinning = now + hour
      await deleteOld(usage, { days: settings.days, log: settings.log }, now, () => closing.signal.aborted)
    }
  }

  let isFailing = false
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    try {
      await collector.flush()
      await upkeep()
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`Usage counts cannot be written yet and are kept in memory: ${messageOf(error)}`, 'warn')
      isFailing = true
    }
  }

  const timer = setInterval(() => {
    working ??= work().finally(() => {
      working = null
    })
  }, flushEvery).unref()

  return {
    record: (call) => collector.record(call),
    resources: [
      createUsageResource(read, forget),
      access,
      ...(isLogging ? [createRequestLogResource(parts, upToDate, closing.signal)] : []),
    ],
    read,
    filtered: (resource) => withUsageFilter(resource, (subject, params) => readUseStates(accessParts, subject, params)),
    replay: (replay) =>
      replayCalls({ records: store, store: open, log: { ...settings.log, slow: settings.slow } }, replay),
    async close() {
      closing.abort()
      clearInterval(timer)
      await working
      await collector.close().catch((error: unknown) => log(`Usage counts are lost: ${messageOf(error)}`, 'warn'))
      if (opened !== null) await opened.then((usage) => usage.close()).catch(() => undefined)
    },
  }
}

const noReplay = () => Promise.resolve()

/** The resources whose lists can be filtered by `usage`, with the name of their records in access usage. */
const subjects: ReadonlyMap<string, AccessSubject> = new Map([
  ['app', 'app'],
  ['role', 'role'],
  ['user', 'user'],
  ['admin', 'user'],
])

const states: ReadonlyMap<string, (state: UseState) => boolean> = new Map([
  ['never', (state) => state.never_used],
  ['stale', (state) => state.stale],
  ['unused', (state) => state.never_used || state.stale],
  ['used', (state) => !state.never_used && !state.stale],
  ['attempted', (state) => state.disabled_but_attempted],
  ['unreferenced', (state) => state.role_unreferenced === true],
])

/** Reads the use states of all records of a subject. */
type ReadStates = (subject: AccessSubject, params: Params) => Promise<readonly (UseState & { readonly id: number })[]>

/**
 * Adds the parameter `usage=unused` and similar to lists of apps, roles and people, for callers with access to usage
 * (docs/wire/usage.md).
 */
function withUsageFilter(resource: SystemResource, read: ReadStates): SystemResource {
  const subject = subjects.get(resource.name)
  if (subject === undefined) return resource
  return {
    ...resource,
    handle(request, rest) {
      const { usage } = request.params
      if (usage === undefined || request.verb !== 'GET' || rest.length > 0) return resource.handle(request, rest)
      return narrowed(request, usage, subject)
    },
  }

  async function narrowed(request: ApiRequest, usage: string, of: AccessSubject): Promise<ApiResponse> {
    requireUsageAccess(request.caller)
    const isWanted = states.get(usage.trim().toLowerCase())
    if (isWanted === undefined) throw new Problem(400, `'usage' must be one of ${[...states.keys()].join(', ')}.`)
    const among = (await read(of, request.params)).filter(isWanted).map(({ id }) => id)
    return resource.handle({ ...request, among }, [])
  }
}
