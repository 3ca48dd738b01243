import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { InstanceError } from '../../instance/instance-error.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { ExportPane } from './export-pane.tsx'
import { ImportPane } from './import-pane.tsx'
import { manifestQuery } from './manifest-query.ts'
import { packageMessages } from './messages.ts'
import { readManifest } from './package-selection.ts'
import styles from './packages.module.css'

const panes = [
  { id: 'export', label: 'Export Package' },
  { id: 'import', label: 'Import Package' },
] as const

/** The Packages tab: what of this instance goes into a package, and what comes in from one. */
export function PackagesScreen() {
  const navigate = useNavigate()
  const { view }: { view?: unknown } = useSearch({ strict: false })
  const pane = view === 'import' ? 'import' : 'export'
  const manifest = useQuery(manifestQuery)
  const services = useQuery(serviceListQuery)
  const sources = useMemo(() => {
    if (manifest.data === undefined || services.isPending) return null
    return readManifest(manifest.data, services.data ?? { services: [], types: [] })
  }, [manifest.data, services.data, services.isPending])
  const { error } = manifest
  const denied = error instanceof InstanceError && (error.status === 401 || error.status === 403)
  useLoadFailure(error, {
    module: packageMessages.module,
    text: denied ? packageMessages.noAccess : packageMessages.loadFailed,
  })
  useEffect(() => {
    if (denied) void navigate({ to: '/home' })
  }, [denied, navigate])

  return (
    <Screen title="Packages" purpose={packageMessages.purpose}>
      <div className={styles.screen}>
        <Tabs
          label="Packages views"
          tabs={panes}
          value={pane}
          onChange={(next) =>
            void navigate({ to: '/package-manager', search: next === 'import' ? { view: next } : {}, replace: true })
          }
        >
          <div hidden={pane !== 'import'}>
            <ImportPane onImported={() => void manifest.refetch()} />
          </div>
          <div hidden={pane !== 'export'}>
            {sources ? (
              <ExportPane sources={sources} />
            ) : error ? (
              <LoadFailure
                error={error}
                text="What can be exported is not known."
                onRetry={() => void manifest.refetch()}
              />
            ) : (
              <Skeleton lines={8} />
            )}
          </div>
        </Tabs>
      </div>
    </Screen>
  )
}
