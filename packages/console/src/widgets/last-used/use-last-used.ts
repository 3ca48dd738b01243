import type { AccessSubject } from '@millwright/contract/wire/usage'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { isRestricted } from '../../instance/session.ts'
import type { ListDeclaration, WireRecord } from '../record-list/declaration.ts'
import { type KnownUse, readAccessUsage } from './access-usage.ts'
import { withLastUsed } from './with-last-used.tsx'

/**
 * A list with when each of its records was used last, and filters by it. Any server is asked; those that do not tell refuse it, and nobody is
 * told. Those that tell of some (`access-usage-pages`) are asked for the rows in sight, others for all at once. Before that, whoever may be
 * refused asks whether they are.
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
  const { data = isSure ? nothing : null } = useQuery({
    queryKey: ['access-usage', subject, byPage],
    queryFn: ({ signal }) => readAccessUsage(subject, signal, byPage ? { limit: 1 } : {}),
    enabled: !isSure,
    staleTime: 60_000,
    retry: false,
  })
  return data ? withLastUsed(declaration, { subject, known: data, byServer, byPage }) : declaration
}

const nothing: KnownUse = { byId: new Map() }
