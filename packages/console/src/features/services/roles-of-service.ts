import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { readRecord } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { serviceCollection } from './service-draft.ts'

export interface NamedRole {
  readonly id: number
  readonly label: string
}

/** The roles that have a rule about a service, by name. */
export function rolesOfServiceQuery(service: number) {
  return queryOptions({
    queryKey: ['collection', 'system/role', 'of-service', service],
    queryFn: async ({ signal }): Promise<readonly NamedRole[]> => {
      const params = { fields: 'id', related: 'role_service_access_by_service_id' }
      const { record } = await readRecord<Related>(serviceCollection, service, params, signal)
      const ids = roleIds(record)
      if (ids.length === 0) return []
      const wanted = { filter: `id in (${ids.join(',')})`, fields: 'id,name', order: 'name' }
      const { data } = await send<ListAnswer<Role>>({ verb: 'GET', path: 'system/role', params: wanted, signal })
      return (data.resource ?? []).map(({ id, name }) => ({ id, label: name || `Role ${id}` }))
    },
    staleTime: 10_000,
  })
}

interface Related {
  readonly role_service_access_by_service_id?: readonly { readonly role_id?: number | null }[] | null
}

interface Role {
  readonly id: number
  readonly name?: string
}

/** Beyond this many nobody reads on, and an address has an end. */
const most = 100

function roleIds({ role_service_access_by_service_id: rules }: Related): readonly number[] {
  const ids = (rules ?? []).map(({ role_id }) => role_id).filter((id) => typeof id === 'number')
  return [...new Set(ids)].slice(0, most)
}
