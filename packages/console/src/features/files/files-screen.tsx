import { IconServer2 as IconServer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fileServicesQuery } from '../../instance/file-services.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { ServiceCards } from '../../widgets/service-cards/service-cards.tsx'
import styles from './files.module.css'
import { readFilesSearch, readPlace, searchOf, writePlace } from './files-address.ts'
import { FolderView } from './folder-view.tsx'
import { filesMessages } from './messages.ts'
import type { Clipboard } from './use-entry-actions.tsx'

const FolderTree = lazy(() =>
  import('../../widgets/folder-tree/folder-tree.tsx').then((module) => ({ default: module.FolderTree })),
)

/** The Files tab: all file services, the folders of one, and what the chosen folder holds. */
export function FilesScreen() {
  const navigate = useNavigate()
  const search = readFilesSearch(useSearch({ strict: false }))
  const place = readPlace(search.path)
  const services = useQuery(fileServicesQuery)
  const [clipboard, setClipboard] = useState<Clipboard | null>(null)
  const { error } = services
  useLoadFailure(error, { module: filesMessages.module, text: filesMessages.loadFailed })

  const service = services.data?.find(({ name }) => name === place?.service)
  const shown = services.data?.filter(({ name }) => search.allowroot !== 'false' || name === place?.service) ?? []
  const roots = shown.map(({ name, label }) => ({ service: name, label: label || name }))
  return (
    <Screen title={filesMessages.module} purpose={filesMessages.purpose}>
      {services.data ? (
        place && service ? (
          <div className={styles.layout}>
            <nav className={styles.tree} aria-label="Folders">
              <Suspense fallback={<Skeleton lines={3} />}>
                <FolderTree
                  label="Folders"
                  roots={roots}
                  chosen={place}
                  onChoose={(next) => void navigate({ to: '/file-manager', search: searchOf(next, search) })}
                />
              </Suspense>
            </nav>
            <FolderView
              key={writePlace(place)}
              place={place}
              search={search}
              services={services.data}
              clipboard={clipboard}
              onClipboard={setClipboard}
            />
          </div>
        ) : (
          <ServiceCards
            services={shown}
            icon={<IconServer aria-hidden="true" />}
            noun="file service"
            missing={place?.service ?? null}
            addressOf={(name) => ({ to: '/file-manager', search: { path: writePlace({ service: name, folder: '' }) } })}
            empty={{
              title: 'There is no file service that you may use.',
              text: 'Add one under Services, or ask for access to one.',
            }}
          />
        )
      ) : error ? (
        <LoadFailure error={error} text={filesMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}
