import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'
import { t } from './messages.ts'

export interface OfferedEvent {
  readonly name: string
  /** What stands for more than one event says so. */
  readonly hint?: string
}

/** Every event of every service, by name. */
export const eventListQuery = queryOptions({
  queryKey: ['collection', 'system/event', 'list'],
  queryFn: async ({ signal }): Promise<readonly OfferedEvent[]> => {
    const params = { as_list: true }
    const { data } = await send({ verb: 'GET', path: 'system/event', params, signal })
    const names = Array.isArray(data.resource) ? data.resource : []
    return offeredEvents(names.filter((name) => typeof name === 'string'))
  },
  staleTime: 60_000,
  retry: false,
})

/** Events by service, each service headed by the name that stands for all of its events. */
export function offeredEvents(names: readonly string[]): readonly OfferedEvent[] {
  const services = Map.groupBy(names, (name) => name.split('.')[0] ?? name)
  return [...services].flatMap(([service, events]) => [
    { name: `${service}.*`, hint: t.allEvents({ service }) },
    ...events.map((name) => ({ name })),
  ])
}
