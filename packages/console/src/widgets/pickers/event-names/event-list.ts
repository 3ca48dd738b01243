import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'
import { t } from './messages.ts'

export interface OfferedEvent {
  readonly name: string
  /** Marks a name that stands for several events. */
  readonly hint?: string
}

/** All events of all services, by name. */
export const eventListQuery = queryOptions({
  queryKey: ['collection', 'system/event', 'list'],
  queryFn: async ({ signal }): Promise<readonly OfferedEvent[]> => {
    const params = { as_list: true }
    const { data } = await send({ verb: 'GET', path: 'system/event', params, signal })
    const names = Array.isArray(data.resource) ? data.resource : []
    return offeredEvents(names.filter((name) => typeof name === 'string'))
  },
  staleTime: 60_000,
})

/** Events by service, each preceded by the name for all events of the service. */
export function offeredEvents(names: readonly string[]): readonly OfferedEvent[] {
  const services = Map.groupBy(names, (name) => name.split('.')[0] ?? name)
  return [...services].flatMap(([service, events]) => [
    { name: `${service}.*`, hint: t.allEvents({ service }) },
    ...events.map((name) => ({ name })),
  ])
}
