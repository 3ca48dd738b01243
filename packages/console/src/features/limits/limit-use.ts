import type { LimitUse } from '@millwright/contract/records/limit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { collectionKey } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import type { LimitRecord } from './limit-draft.ts'

/** The value of a counter at a time. */
export interface Sample {
  /** Unix time in milliseconds. */
  readonly at: number
  readonly attempts: number
}

/** Maximum number of samples per limit; the oldest are dropped. */
const most = 500

const seen = new Map<number, readonly Sample[]>()
const listeners = new Set<() => void>()
const none: readonly Sample[] = []

/** Adds a sample. While the value is unchanged, only the last sample is moved. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  const still = last?.attempts === sample.attempts && before?.attempts === sample.attempts
  return [...(still ? samples.slice(0, -1) : samples), sample].slice(-most)
}

/** Stores the values read for a limit with one counter until the page is closed. */
function recordUsage(limit: number, uses: readonly LimitUse[], at: number): void {
  const [use, further] = uses
  if (use === undefined || further !== undefined) return
  seen.set(limit, addSample(seen.get(limit) ?? none, { at, attempts: use.attempts }))
  for (const listener of [...listeners]) listener()
}

/** Returns the samples of a limit's counter since the page was loaded, oldest first. */
export function useSamples(limit: number): readonly Sample[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => seen.get(limit) ?? none,
  )
}

/** The usage of a limit: one counter or, for a limit on each user, one per user. */
export type LimitCounters = readonly LimitUse[]

/** Milliseconds between two reads of a visible counter. */
const every = 3000
/** Milliseconds in which counters are collected for one request. */
const gathering = 20
const idsAtOnce = 100

const keyOf = (id: number) => [...collectionKey('system/limit_cache'), 'of', id] as const

/** The counters of a limit, polled while visible; `known`: as returned with the limit. */
export function usesQuery(id: number, known: LimitCounters | null | undefined) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: () => readTogether(id),
    ...(known && { initialData: known }),
    staleTime: every,
    refetchInterval: every,
  })
}

/** Returns the cached counters of a limit. */
export function cachedCounters(queryClient: QueryClient, limit: LimitRecord): LimitCounters | null {
  const { id, limit_cache_by_limit_id: known } = limit
  return (id === undefined ? undefined : queryClient.getQueryData<LimitCounters>(keyOf(id))) ?? known ?? null
}

interface Waiting {
  readonly id: number
  readonly resolve: (uses: LimitCounters) => void
  readonly reject: (error: unknown) => void
}

let waiting: Waiting[] = []

/** Batches the counters of all visible limits into one request. */
function readTogether(id: number): Promise<LimitCounters> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => void readWaiting(), gathering)
    waiting.push({ id, resolve, reject })
  })
}

async function readWaiting(): Promise<void> {
  const batch = waiting
  waiting = []
  for (let from = 0; from < batch.length; from += idsAtOnce) {
    const some = batch.slice(from, from + idsAtOnce)
    try {
      const found = await readUses(some.map(({ id }) => id))
      for (const { id, resolve } of some) resolve(found.get(id) ?? [])
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}

/** Uses a filter, as a list of ids is rejected if one of them was deleted. */
async function readUses(ids: readonly number[]): Promise<ReadonlyMap<number, LimitCounters>> {
  const params = { filter: `id in (${ids.join(',')})`, fields: 'id', related: 'limit_cache_by_limit_id' }
  const { data } = await send({ verb: 'GET', path: 'system/limit', params })
  const uses = new Map<number, LimitCounters>()
  for (const { id, limit_cache_by_limit_id: found } of data.resource ?? []) {
    if (id === undefined) continue
    uses.set(id, found ?? [])
    recordUsage(id, found ?? [], Date.now())
  }
  return uses
}

/** Resets the counters of limits, and updates the display immediately. */
export async function clearCounters(queryClient: QueryClient, ids: readonly (number | string)[]): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const params = { ids: ids.slice(from, from + idsAtOnce).join(',') }
    await send({ verb: 'DELETE', path: 'system/limit_cache', params })
  }
  for (const id of ids.map(Number)) {
    const now = queryClient.setQueryData<LimitCounters>(keyOf(id), (uses) => uses?.map(begun))
    if (now) recordUsage(id, now, Date.now())
  }
}

function begun(use: LimitUse): LimitUse {
  return { ...use, attempts: 0, remaining: use.max }
}

/** Returns the used percentage; 100 if the maximum is zero. */
export function percentOf({ attempts, max }: Pick<LimitUse, 'attempts' | 'max'>): number {
  return max > 0 ? Math.min(100, (attempts / max) * 100) : 100
}

/** Returns the counter of a limit with a single one; `null` for none, or one per user. */
export function singleCounter(uses: LimitCounters | null | undefined): LimitUse | null {
  const [first, second] = uses ?? []
  return first !== undefined && second === undefined ? first : null
}

/** Returns the user of a counter, for a limit on each user. */
export function userOf({ key }: LimitUse): number | null {
  const found = /\beach_user:(\d+)/.exec(key)
  return found ? Number(found[1]) : null
}
