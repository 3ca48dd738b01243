import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { collectionQuery } from '../../instance/collections.ts'
import { trimSlashes } from '../../instance/folder-listing.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Stack } from '../../ui/layout.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useConfigFolders } from '../../widgets/form/managed/managed-records.ts'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { ContentTree, SelectedContent } from './content-tree.tsx'
import { packageMessages } from './messages.ts'
import { manifestQuery } from './package-manifest.ts'
import {
  type Chosen,
  hasAll,
  type Item,
  readManifest,
  type Source,
  sourceWords,
  withItems,
  withoutItem,
} from './package-selection.ts'
import styles from './packages.module.css'

/** Chooses the content of a package and its destination. Apps include their folders. */
function ExportPane({ sources }: { sources: readonly Source[] }) {
  const [selection, setSelection] = useState<readonly Chosen[]>([])
  const writeBlock = useWriteBlock()
  const foldersOf = useAppFolders(sources)
  const add = (source: Source, items: readonly Item[]) => {
    let next = withItems(selection, source, items)
    const folders = source.kind === 'system' && source.name === 'app' ? (foldersOf?.(items) ?? []) : []
    for (const { source: storage, item } of folders) next = withItems(next, storage, [item])
    setSelection(next)
  }
  const addAll = (source: Source) => {
    if (!hasAll(selection, source)) return add(source, source.items)
    const text = packageMessages.allSelected({ type: source.type, name: sourceWords(source).title })
    notify({ type: 'error', title: packageMessages.module, text, tag: 'packages' })
  }
  if (foldersOf === null) return <Skeleton lines={8} />
  return (
    <ReadOnly value={writeBlock}>
      <div className={styles.columns}>
        <ContentTree
          sources={sources}
          selection={selection}
          onTick={(source, item, on) => (on ? add(source, [item]) : setSelection(withoutItem(selection, source, item)))}
          onAddAll={addAll}
        />
        <Stack gap={4} shrink className={styles.column}>
          <SelectedContent
            selection={selection}
            onRemove={(row) => setSelection(selection.filter((each) => each !== row))}
          />
          <Suspense fallback={null}>
            {selection.length === 0 ? null : <MissingContent sources={sources} selection={selection} onAdd={add} />}
          </Suspense>
          <Suspense fallback={<Skeleton lines={6} />}>
            <ExportTarget selection={selection} onClear={() => setSelection([])} />
          </Suspense>
        </Stack>
      </div>
    </ReadOnly>
  )
}

interface StoredApp {
  readonly name: string
  readonly storage_service_id: number | null
  readonly storage_container: string | null
}

const fields = 'name,storage_service_id,storage_container'

/** Returns the folders of apps, each with its file service; empty if they may not be read. `null` while they are being read. */
function useAppFolders(
  sources: readonly Source[],
): ((apps: readonly Item[]) => readonly { readonly source: Source; readonly item: Item }[]) | null {
  const { data: apps, isPending } = useQuery(collectionQuery<StoredApp>('system/app', { fields }))
  const list = useQuery(serviceListQuery).data
  if (isPending) return null
  return (chosen) => {
    const names = new Set(chosen.map(({ id }) => id))
    return (apps?.rows ?? []).flatMap(({ name, storage_service_id, storage_container }) => {
      const service = list?.services.find(({ id }) => id === storage_service_id)
      const folder = trimSlashes(storage_container ?? '')
      if (!names.has(name) || !service || folder === '') return []
      const known = sources.find((source) => source.kind === 'file' && source.name === service.name)
      const type = list?.types.find((each) => each.name === service.type)?.label || packageMessages.file
      const source = known ?? { type, name: service.name, kind: 'file' as const, available: true, items: [] }
      return [{ source, item: { id: `${folder}/`, label: `${folder}/` } }]
    })
  }
}

const MissingContent = lazy(() =>
  import('./missing-content.tsx').then((module) => ({ default: module.MissingContent })),
)
const ExportTarget = lazy(() => import('./export-target.tsx').then((module) => ({ default: module.ExportTarget })))
const ImportPane = lazy(() => import('./import-pane.tsx').then((module) => ({ default: module.ImportPane })))
const ConfigPane = lazy(() => import('./config-pane.tsx').then((module) => ({ default: module.ConfigPane })))

const panes = [
  {
    id: 'export',
    label: packageMessages.exportPackage,
  },
  {
    id: 'import',
    label: packageMessages.importPackage,
  },
  {
    id: 'configuration',
    label: packageMessages.configuration,
  },
] as const

type PaneId = (typeof panes)[number]['id']

/** The Packages tab: exports parts of this instance to a package, and imports packages. */
export function PackagesScreen() {
  const navigate = useNavigate()
  const { view }: { view?: unknown } = useSearch({ strict: false })
  const hasFolders = useConfigFolders()
  const offered = panes.filter(({ id }) => id !== 'configuration' || hasFolders)
  const pane: PaneId = offered.find(({ id }) => id === view)?.id ?? 'export'
  const [imports, setImports] = useState(pane === 'import')
  if (pane === 'import' && !imports) setImports(true)
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
    <Screen title={packageMessages.module} purpose={packageMessages.purpose}>
      <div className={styles.screen}>
        <Tabs
          label={packageMessages.packagesViews}
          tabs={offered}
          value={pane}
          onChange={(next) =>
            void navigate({ to: '/package-manager', search: next === 'export' ? {} : { view: next }, replace: true })
          }
        >
          {pane === 'configuration' ? (
            <Suspense fallback={<Skeleton lines={6} />}>
              <ConfigPane />
            </Suspense>
          ) : null}
          <div hidden={pane !== 'import'}>
            {imports ? (
              <Suspense fallback={<Skeleton lines={6} />}>
                <ImportPane />
              </Suspense>
            ) : null}
          </div>
          <div hidden={pane !== 'export'}>
            {sources ? (
              <ExportPane sources={sources} />
            ) : error ? (
              <LoadFailure error={error} text={packageMessages.contentFailed} onRetry={() => void manifest.refetch()} />
            ) : (
              <Skeleton lines={8} />
            )}
          </div>
        </Tabs>
      </div>
    </Screen>
  )
}
