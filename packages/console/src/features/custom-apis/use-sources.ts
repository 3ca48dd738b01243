import type { SourceService } from '@millwright/contract/custom-apis/check-plan'
import { callableGroups } from '@millwright/contract/records/execution-plan'
import type { ListedService } from '@millwright/contract/wire/services'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createRecord, invalidateCollection } from '../../instance/collections.ts'
import { hasTables } from '../../instance/group-services.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import type { ServiceGroup } from '../../instance/type-groups.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { type ApiRecord, endpointCollection, sourceCollection, sourcesQuery } from './api-queries.ts'
import { t } from './messages.ts'

/** The same groups, for pickers of services. */
export const callable: readonly ServiceGroup[] = [...callableGroups].map((name) => name.toLowerCase())

/** The services of an API, and those that it could use. */
export interface Sources {
  readonly sources: readonly ListedService[]
  readonly others: readonly ListedService[]
  /** For the validation of plans; `null` until loaded. */
  readonly known: { readonly sources: readonly SourceService[]; readonly others: readonly SourceService[] } | null
  readonly hasTables: (service: string) => boolean
  /** Makes a service a source. Failures are notified. */
  readonly add: (service: string) => Promise<void>
}

export function useSources(api: ApiRecord): Sources {
  const queryClient = useQueryClient()
  const { data: list } = useQuery(serviceListQuery)
  const { data: rows } = useQuery(sourcesQuery)
  const groupOf = ({ type }: ListedService) => list?.types.find(({ name }) => name === type)?.group ?? ''
  const services = list?.services ?? []
  const ids = new Set((rows?.rows ?? []).flatMap((row) => (row.api_id === api.id ? [row.service_id] : [])))
  const sources = services.filter(({ id }) => ids.has(id))
  const others = services.filter((service) => !ids.has(service.id) && callableGroups.has(groupOf(service)))
  const named = (service: ListedService) => {
    const group = groupOf(service)
    return { name: service.name, group, ...(group === 'Database' ? {} : { hasTransactions: false }) }
  }
  return {
    sources,
    others,
    known: list && rows ? { sources: sources.map(named), others: others.map(named) } : null,
    hasTables: (name) => {
      const service = services.find((each) => each.name === name)
      return service !== undefined && hasTables(groupOf(service))
    },
    add: async (name) => {
      const service = others.find((each) => each.name === name)
      if (!service) return
      try {
        await createRecord(sourceCollection, { api_id: api.id, service_id: service.id })
        notify({ type: 'success', title: t.module, text: t.sourceAdded({ name }) })
      } catch (error) {
        notifyError(error)
      } finally {
        await invalidateCollection(queryClient, sourceCollection)
        // What they call may be a source again.
        await invalidateCollection(queryClient, endpointCollection)
      }
    },
  }
}
