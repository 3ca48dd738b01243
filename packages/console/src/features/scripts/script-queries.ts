import type { EventScript, ScriptType } from '@millwright/contract/records/event-script'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../instance/collections.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import { readCatalogue, type ServiceEvents } from './event-catalogue.ts'
import { readScripts, type Scripts } from './script-tally.tsx'

export const scriptCollection = 'system/event_script'

/** All existing scripts. */
export const scriptsQuery = queryOptions({
  queryKey: [...collectionKey(scriptCollection), 'names'],
  queryFn: async ({ signal }): Promise<Scripts> => {
    const list = (params: Params) =>
      send<ListAnswer<Partial<EventScript> | string>>({ verb: 'GET', path: scriptCollection, params, signal })
    const { data } = await list({ fields: 'name,is_active' }).catch((error: unknown) => {
      // Some servers reject the fields parameter, but all of them can list names.
      if (error instanceof InstanceError && error.status === 400) return list({ as_list: true })
      throw error
    })
    return readScripts(data.resource ?? [])
  },
  staleTime: 10_000,
})

/** The events of a service, or of all services if `null`. */
export function eventsQuery(service: string | null) {
  return queryOptions({
    queryKey: ['events', service],
    queryFn: async ({ signal }): Promise<readonly ServiceEvents[]> => {
      const params = { service, scriptable: true }
      const { data } = await send({ verb: 'GET', path: 'system/event', params, signal })
      return readCatalogue(data)
    },
    staleTime: 30_000,
  })
}

/** The script languages. */
export const scriptTypesQuery = queryOptions({
  queryKey: ['script-types'],
  queryFn: async ({ signal }): Promise<readonly ScriptType[]> => {
    const { data } = await send({ verb: 'GET', path: 'system/script_type', signal })
    return (data.resource ?? []).flatMap(({ name, label, available, version }) =>
      name ? [{ name, label: label || name, available: available !== false, version: version ?? null }] : [],
    )
  },
  staleTime: 5 * 60_000,
})
