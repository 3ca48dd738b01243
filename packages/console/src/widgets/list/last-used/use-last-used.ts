import type { AccessSubject } from '@millwright/contract/wire/usage'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { isRestricted } from '../../../instance/session.ts'
import { systemResourcesQuery } from '../../../instance/system-resources.ts'
import type { ListDeclaration, WireRecord } from '../../records/list-declaration/declaration.ts'
import { type KnownUse, readAccessUsage } from './access-usage.ts'
import { withLastUsed } from './with-last-used.tsx'

/**
 * Adds last use, and filters by it, to a list, if the server lists usage data among its resources and allows to read it. Servers with
 * `access-usage-pages` are queried for the visible rows only, others for all at once. Unless access is certain, it is checked first with
 * one request.
 */
export function useLastUsed<R extends WireRecord>(
  subject: AccessSubject,
  declaration: ListDeclaration<R>,
): ListDeclaration<R> {
  const environment = useEnvironment()
  const user = useUser()
  const byServer = hasFeature(environment, 'filter-usage')
  const byPage = byServer && hasFeature(environment, 'access-usage-pages')
  const isSure = byPage && user?.is_sys_admin === true && !isRestricted(user)
  const { data: listed } = useQuery({ ...systemResourcesQuery, enabled: !isSure })
  const { data = isSure ? nothing : null } = useQuery({
    queryKey: ['access-usage', subject, byPage],
    queryFn: ({ signal }) => readAccessUsage(subject, signal, byPage ? { limit: 1 } : {}),
    enabled: !isSure && listed?.includes('access_usage') === true,
    staleTime: 60_000,
  })
  return data ? withLastUsed(declaration, { subject, known: data, byServer, byPage }) : declaration
}

const nothing: KnownUse = { byId: new Map() }
