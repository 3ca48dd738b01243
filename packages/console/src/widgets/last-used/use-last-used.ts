import type { AccessSubject } from '@millwright/contract/wire/usage'
import { useQuery } from '@tanstack/react-query'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import type { ListDeclaration, WireRecord } from '../record-list/declaration.ts'

/**
 * A list with when each of its records was used last, and filters by it. Asked once for a list, of any server; those that do not tell
 * refuse it, and nobody is told.
 */
export function useLastUsed<R extends WireRecord>(
  subject: AccessSubject,
  declaration: ListDeclaration<R>,
): ListDeclaration<R> {
  const byServer = hasFeature(useEnvironment(), 'filter-usage')
  const { data } = useQuery({
    queryKey: ['access-usage', subject],
    queryFn: async ({ signal }) => (await import('./with-last-used.tsx')).readLastUsed(subject, signal),
    staleTime: 60_000,
    retry: false,
  })
  return data?.added(declaration, byServer) ?? declaration
}
