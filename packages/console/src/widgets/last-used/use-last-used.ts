import type { AccessSubject } from '@millwright/contract/wire/usage'
import { useQuery } from '@tanstack/react-query'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import type { ListDeclaration, WireRecord } from '../record-list/declaration.ts'

/**
 * A list with when each of its records was used last, and filters by it. Any server is asked; those that do not tell refuse it, and nobody is
 * told. Those that tell of some (`access-usage-pages`) are asked for the rows in sight, others for all at once.
 */
export function useLastUsed<R extends WireRecord>(
  subject: AccessSubject,
  declaration: ListDeclaration<R>,
): ListDeclaration<R> {
  const environment = useEnvironment()
  const byServer = hasFeature(environment, 'filter-usage')
  const byPage = byServer && hasFeature(environment, 'access-usage-pages')
  const { data } = useQuery({
    queryKey: ['access-usage', subject, byPage],
    queryFn: async ({ signal }) => (await import('./with-last-used.tsx')).readLastUsed(subject, byPage, signal),
    staleTime: 60_000,
    retry: false,
  })
  return data?.added(declaration, byServer) ?? declaration
}
