import type { ListedService } from '@millwright/contract/wire/services'
import { queryOptions } from '@tanstack/react-query'
import { namedServices } from './named-services.ts'
import { send } from './send.ts'

/** The groups whose services have tables. */
const withTables = ['database', 'big data']

export function hasTables(group: string | null | undefined): boolean {
  return withTables.includes((group ?? '').toLowerCase())
}

/**
 * The services of one or several groups that the caller may use. The groups come from the server, which knows them better than a list of
 * types here.
 */
export function groupServicesQuery(group: 'file' | 'database' | 'mcp' | 'source control,file') {
  const wanted = group === 'database' ? withTables : group.split(',')
  return queryOptions({
    queryKey: ['collection', 'system/service', 'group', group],
    queryFn: async ({ signal }): Promise<readonly ListedService[]> => {
      const { data } = await send({ verb: 'GET', path: '', params: { group: wanted.join() }, signal })
      const groups = new Map((data.service_types ?? []).map((type) => [type.name, type.group?.toLowerCase()]))
      // Some servers ignore the group and list all services.
      const found = (data.services ?? data.resource ?? []).filter(({ type }) => {
        const own = groups.get(type)
        return own === undefined || wanted.includes(own)
      })
      return namedServices(found)
    },
    staleTime: 60_000,
  })
}
