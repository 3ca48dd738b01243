import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { isFullAdmin } from '../../instance/session.ts'
import { usageQuery } from '../usage/usage-query.ts'
import type { RecentPlace } from './recent-places.ts'

/** Resources that are asked for: records and lists of a table are separate ones. */
const top = 50

/** The tables that were requested most in the last 30 days; none where that is not counted, or not for this person to know. */
export function useUsedTables(enabled: boolean): readonly RecentPlace[] {
  const user = useUser()
  const isCounted = hasFeature(useEnvironment(), 'usage')
  const { data } = useQuery({
    ...usageQuery({ of: { own: 0 }, range: { kind: 'last', last: '30d' }, by: 'resource', top }),
    enabled: enabled && isCounted && isFullAdmin(user),
    refetchInterval: false,
  })
  return tablesIn((data?.meta.groups ?? []).map(({ group }) => group ?? ''))
}

/** The tables among resources such as `db/_table/orders/{id}`, in their order. */
export function tablesIn(resources: readonly string[]): readonly RecentPlace[] {
  const found = resources.flatMap((resource) => {
    const [, service, name] = /^([^/]+)\/_table\/([^/]+)(?:\/|$)/.exec(resource) ?? []
    return service === undefined || name === undefined ? [] : [[`${service}/${name}`, { service, name }] as const]
  })
  return [...new Map(found).values()].map(({ service, name }) => ({ service, kind: 'table', name }))
}
