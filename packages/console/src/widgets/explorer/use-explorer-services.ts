import { useQuery } from '@tanstack/react-query'
import { documentedServicesQuery } from '../../instance/documented-services.ts'
import { fileServicesQuery } from '../../instance/file-services.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import type { ExplorerService } from './explorer-nodes.ts'
import type { ServiceKind } from './explorer-place.ts'

const databaseServicesQuery = groupServicesQuery('database')

interface ExplorerServices {
  /** The services loaded so far, by kind, databases first. */
  readonly services: readonly ExplorerService[]
  /** Whether some are still loading. */
  readonly loading: boolean
  /** Why some failed to load. */
  readonly error: Error | null
  readonly retry: () => void
}

/** The services that the user may explore: each kind requires a visible tab that shows it. */
export function useExplorerServices(): ExplorerServices {
  const tabs = useOpenTabs()
  const sees = (...paths: readonly string[]) => tabs.some(({ path }) => paths.includes(path))
  const databases = useQuery({ ...databaseServicesQuery, enabled: sees('/data', '/schema', '/apidocs') })
  const files = useQuery({ ...fileServicesQuery, enabled: sees('/file-manager', '/apidocs') })
  const all = useQuery({ ...documentedServicesQuery, enabled: sees('/apidocs') })
  const queries = [databases, files, all]
  const known = new Set([...(databases.data ?? []), ...(files.data ?? [])].map(({ name }) => name))
  // The other services can be determined once both kinds are loaded.
  const rest = databases.data && files.data ? (all.data ?? []).filter(({ name }) => !known.has(name)) : []
  return {
    services: [
      ...(databases.data ?? []).map((service) => explored(service, 'database')),
      ...(files.data ?? []).map((service) => explored(service, 'files')),
      ...rest.map((service) => explored(service, 'other')),
    ],
    loading: queries.some(({ isLoading }) => isLoading),
    error: queries.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of queries) if (error) void refetch()
    },
  }
}

function explored(
  service: { readonly name: string; readonly label?: string | null },
  of: ServiceKind,
): ExplorerService {
  return { name: service.name, label: service.label || service.name, of }
}
