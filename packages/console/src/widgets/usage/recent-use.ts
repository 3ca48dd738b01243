import type { ListAnswer } from '@millwright/contract/wire/list'
import type { UsageAnswer, UsageGroup } from '@millwright/contract/wire/usage'
import { send } from '../../instance/send.ts'
import { date } from '../../language/format.ts'
import { shortNumber, wholeNumber } from '../chart/chart-words.ts'
import { t } from './messages.ts'
import { groupName } from './usage-words.ts'

/** The calls of the last days that somebody would miss, in a sentence; of none, that there were none. */
export interface RecentUse {
  readonly requests: number
  readonly text: string
}

const days = 30
const named = 3
/** More identifiers make no question any more. */
const mostIds = 100

/** By which parameter calls are found, and who is told about them. */
const subjects: Readonly<Record<string, readonly [of: UsageGroup, by: UsageGroup]>> = {
  'system/app': ['app', 'service'],
  'system/role': ['role', 'app'],
  'system/user': ['user', 'app'],
  'system/admin': ['user', 'app'],
  'system/service': ['service', 'app'],
}

/**
 * How records were used in the last 30 days, of an instance that counts calls. Null: nobody can tell, or it is none of these.
 *
 * @param collection `system/app`
 */
export async function recentUse(
  collection: string,
  ids: readonly (number | string)[],
  signal?: AbortSignal,
): Promise<RecentUse | null> {
  const subject = subjects[collection]
  if (subject === undefined || ids.length === 0 || ids.length > mostIds) return null
  const [group, by] = subject
  const names = group === 'service' ? await serviceNames(ids, signal) : ids
  const from = new Date(Date.now() - days * 86_400_000).toISOString()
  const params = { from, step: 'day', by, top: named, [group]: names.join(',') }
  const { data } = await send({ verb: 'GET', path: 'system/usage', params, signal })
  return readUse(data, by)
}

/** In a sentence: how many, by whom, and the day of the last. */
export function readUse({ resource, meta }: UsageAnswer, by: UsageGroup): RecentUse {
  const { requests } = meta.total
  if (requests === 0) {
    const began = meta.tracking_started_at
    const since = began !== null && Date.parse(began) > Date.parse(meta.from)
    return { requests, text: since ? t.noRequestsSince({ day: dayOf(began) }) : t.noRequestsInTheLast({ days }) }
  }
  const groups = meta.groups ?? []
  const names = groups
    .filter(({ group }) => group !== null && group !== 'other')
    .slice(0, named)
    .map((group) => groupName(by, group))
  const last = resource
    .map(({ start }) => start)
    .toSorted()
    .at(-1)
  const count = requests < 10_000 ? wholeNumber(requests) : shortNumber(requests)
  return {
    requests,
    text: t.requestsInTheLast({
      requests,
      count,
      days,
      who: names.length === 0 ? 'nobody' : by === 'service' ? 'to' : 'by',
      names: namesOf(names, groups.length > names.length),
      when: last === undefined ? 'never' : 'last',
      day: last === undefined ? '' : dayOf(last),
    }),
  }
}

function namesOf(names: readonly string[], more: boolean): string {
  return more ? t.andOthers({ names: names.join(', ') }) : names.join(', ')
}

function dayOf(time: string): string {
  return date(new Date(time), { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

async function serviceNames(ids: readonly (number | string)[], signal?: AbortSignal): Promise<string[]> {
  const params = { filter: `id in (${ids.join(',')})`, fields: 'id,name' }
  const path = 'system/service'
  const { data } = await send<ListAnswer<{ name?: string }>>({ verb: 'GET', path, params, signal })
  return data.resource.flatMap(({ name }) => (name ? [name] : []))
}
