import type { UsageGroup } from '@millwright/contract/wire/usage'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'
import { paramsOf, rangeKey, refreshEvery, type UsageRange } from './usage-range.ts'

/** Filter of usage figures: `{ service: 'db' }`, `{ app: 3 }`; `own: 0` excludes requests that manage the instance. */
export type UsageOf = Partial<Readonly<Record<UsageGroup, string | number>>> & { readonly own?: 0 }

interface UsageQuestion {
  readonly of: UsageOf
  readonly range: UsageRange
  /** Groups the figures over the whole range. If absent, they are a time series with the totals of the period before. */
  readonly by?: UsageGroup
  /** Number of groups to return; the others are summed up. */
  readonly top?: number
}

/** Usage figures of a range, refetched while the range is still going on. */
export function usageQuery({ of, range, by, top = 8 }: UsageQuestion) {
  return queryOptions({
    queryKey: ['usage', rangeKey(range), of, by ?? null, top] as const,
    queryFn: async ({ signal }) => {
      const { from, to, step } = paramsOf(range, Date.now())
      const byHour = whoCallsWhat(of, by) && Date.parse(to) - Date.parse(from) <= maxMinutes
      const divided = by === undefined ? { compare: 1 } : { by, top }
      const params = { from, to, step: byHour ? 'hour' : by === undefined ? step : 'none', ...of, ...divided }
      return (await send({ verb: 'GET', path: 'system/usage', params, signal })).data
    },
    refetchInterval: () => refreshEvery(range, Date.now()),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
}

/** Ranges up to this long, in milliseconds, are aggregated from minutes. */
const maxMinutes = 400 * 60_000
const whos = ['app', 'user', 'role', 'requestor', 'client']
const whats = ['service', 'resource', 'verb', 'own']

/** Whether a query combines callers and targets, for which the instance stores no figures by minute. */
function whoCallsWhat(of: UsageOf, by: UsageGroup | undefined): boolean {
  const names = [...Object.keys(of), by ?? '']
  return names.some((name) => whos.includes(name)) && names.some((name) => whats.includes(name))
}
