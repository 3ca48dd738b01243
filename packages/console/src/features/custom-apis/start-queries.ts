import type { DataViewRecord } from '@millwright/contract/records/data-view'
import { callableGroups } from '@millwright/contract/records/execution-plan'
import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { isVerb } from '@millwright/contract/verbs'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { collectionQuery } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { type KnownServices, serviceListQuery } from '../../instance/service-list.ts'
import type { OtherStart } from './api-address.ts'

export const views = 'system/data_view'
export const requests = 'system/request_log'

/** What an endpoint can start from, by the value with which an address names it. */
export interface StartChoice {
  readonly value: string
  readonly label: string
  readonly service: string
}

/** Possible starts of a kind: those of a service, of all services for others than routines. */
export function startChoicesQuery(start: OtherStart | null, service: string) {
  return queryOptions({
    queryKey: ['custom-apis', 'starts', start, start === 'routine' ? service : ''],
    queryFn:
      start === null || (start === 'routine' && service === '')
        ? skipToken
        : ({ client, signal }): Promise<readonly StartChoice[]> => {
            if (start === 'routine') return routines(service, signal)
            if (start === 'view')
              return client
                .fetchQuery(collectionQuery<DataViewRecord>(views, { order: 'name' }))
                .then(({ rows }) => rows.map(viewChoice))
            return loggedChoices(() => client.fetchQuery(serviceListQuery), signal)
          },
    staleTime: 10_000,
  })
}

const viewChoice = ({ id, name, service, table }: DataViewRecord): StartChoice => ({
  value: String(id),
  label: `${name} (${service}/${table})`,
  service,
})

/** Services without routines of one kind refuse to list them. */
async function routines(service: string, signal: AbortSignal): Promise<readonly StartChoice[]> {
  const lists = (['_proc', '_func'] as const).map(async (root) => {
    const path = `${encodeURIComponent(service)}/${root}`
    const { data } = await send<{ resource?: readonly { name?: string }[] }>({ verb: 'GET', path, signal })
    return (data.resource ?? []).flatMap(({ name }) =>
      name === undefined ? [] : [{ value: `${root}/${name}`, label: name, service }],
    )
  })
  const settled = await Promise.allSettled(lists)
  const found = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const [failed] = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (found.length === 0 && settled.every(({ status }) => status === 'rejected')) throw failed
  return found
}

/** How many logged requests are read, to find different ones. */
const mostRead = 200

async function loggedChoices(list: () => Promise<KnownServices>, signal: AbortSignal): Promise<readonly StartChoice[]> {
  const params = { order: 'at DESC', limit: mostRead, filter: '(own = false) and (status < 400)' }
  const { data } = await send({ verb: 'GET', path: 'system/request_log', params, signal })
  const groupOf = groupsOf(await list())
  const different = new Map<string, StartChoice>()
  for (const entry of data.resource) {
    const label = `${entry.verb} ${entry.service}/${entry.resource}${entry.query ? `?${entry.query}` : ''}`
    if (canBeStep(entry, groupOf) && !different.has(label))
      different.set(label, { value: String(entry.id), label, service: entry.service })
  }
  return [...different.values()]
}

/** Whether a logged request can be a step: services of the instance itself cannot. */
export function canBeStep(
  { verb, service }: Pick<RequestLogEntry, 'verb' | 'service'>,
  groupOf: (service: string) => string | undefined,
): boolean {
  return isVerb(verb) && callableGroups.has(groupOf(service) ?? '')
}

function groupsOf({ services, types }: KnownServices): (service: string) => string | undefined {
  const groups = new Map(types.map(({ name, group }) => [name, group ?? undefined]))
  const kinds = new Map(services.map(({ name, type }) => [name.toLowerCase(), type]))
  return (service) => groups.get(kinds.get(service.toLowerCase()) ?? '')
}
