import type { ListAnswer } from '@millwright/contract/wire/list'
import type { UsageAnswer, UsageGroup } from '@millwright/contract/wire/usage'
import { IconActivity } from '@tabler/icons-react'
import { send } from '../../../instance/send.ts'
import { dateIn } from '../../../language/date-words.ts'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { shortNumber, wholeNumber } from '../chart/chart-words.ts'
import { t } from './messages.ts'
import { groupName } from './usage-words.ts'

/** A sentence about the requests of the last days, or about their absence. */
export interface RecentUse {
  readonly requests: number
  readonly text: string
}

const days = 30
const named = 3
/** With more ids, the usage is not fetched. */
const maxIds = 100

/** The filter parameter for each collection, and the group that the sentence names. */
const subjects: Readonly<Record<string, readonly [of: UsageGroup, by: UsageGroup]>> = {
  'system/app': ['app', 'service'],
  'system/role': ['role', 'app'],
  'system/user': ['user', 'app'],
  'system/admin': ['user', 'app'],
  'system/service': ['service', 'app'],
}

/**
 * Fetches how records were used in the last 30 days. Resolves to `null` for other collections and for no or too many ids.
 *
 * @param collection for example `system/app`
 */
export async function recentUse(
  collection: string,
  ids: readonly (number | string)[],
  signal?: AbortSignal,
): Promise<RecentUse | null> {
  const subject = subjects[collection]
  if (subject === undefined || ids.length === 0 || ids.length > maxIds) return null
  const [group, by] = subject
  const names = group === 'service' ? await serviceNames(ids, signal) : ids
  return recentRequests({ [group]: names.join(',') }, by, signal)
}

/** Fetches the use of the last 30 days that parameters of `system/usage` select, and by whom. */
export async function recentRequests(
  selected: Readonly<Record<string, string>>,
  by: UsageGroup,
  signal?: AbortSignal,
): Promise<RecentUse> {
  const from = new Date(Date.now() - days * 86_400_000).toISOString()
  const params = { from, step: 'day', by, top: named, ...selected }
  const { data } = await send({ verb: 'GET', path: 'system/usage', params, signal })
  return readUse(data, by)
}

/** Formats usage as a sentence: how many requests, by whom, and the day of the last one. */
export function readUse({ resource, meta }: UsageAnswer, by: UsageGroup): RecentUse {
  const { requests } = meta.total
  if (requests === 0) {
    const began = meta.tracking_started_at
    const since = began !== null && Date.parse(began) > Date.parse(meta.from)
    return {
      requests,
      text: since ? t.quietSinceDay({ day: dayOf(began) }) : t.quietForDays({ days }),
    }
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
    text: t.requestsForDays({
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

const dayOf = (time: string) => dateIn({ day: 'numeric', month: 'long', timeZone: 'UTC' }, new Date(time))

async function serviceNames(ids: readonly (number | string)[], signal?: AbortSignal): Promise<string[]> {
  const params = { filter: `id in (${ids.join(',')})`, fields: 'id,name' }
  const path = 'system/service'
  const { data } = await send<ListAnswer<{ name?: string }>>({ verb: 'GET', path, params, signal })
  return data.resource.flatMap(({ name }) => (name ? [name] : []))
}

/** Shows recent use of something that is about to be deleted or deactivated. */
export function RecentUseNote({ use }: { use: RecentUse }) {
  return (
    <Text as="div" size="sm" tone={use.requests > 0 ? 'warning' : 'muted'}>
      <Row gap={2}>
        <IconActivity size={16} aria-hidden="true" />
        <p>{use.text}</p>
      </Row>
    </Text>
  )
}
