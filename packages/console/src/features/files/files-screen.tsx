import { IconServer2 as IconServer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fileServicesQuery } from '../../instance/file-services.ts'
import { fileGroups } from '../../instance/type-groups.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ObjectScreen } from '../../widgets/explorer/object-screen.tsx'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { readFilesSearch, readFolderPlace, writePlace } from './files-address.ts'
import { FolderView } from './folder-view.tsx'
import { filesMessages } from './messages.ts'
import type { Clipboard } from './use-entry-actions.tsx'

const ServiceList = lazy(() =>
  import('../../widgets/pickers/service-select/service-list.tsx').then((module) => ({ default: module.ServiceList })),
)

/** The Files tab: all file services, and the contents of the chosen folder. */
export function FilesScreen() {
  const search = readFilesSearch(useSearch({ strict: false }))
  const place = readFolderPlace(search.path)
  const services = useQuery(fileServicesQuery)
  const [clipboard, setClipboard] = useState<Clipboard | null>(null)
  const { error } = services
  useLoadFailure(error, { module: filesMessages.module, text: filesMessages.loadFailed })

  const service = services.data?.find(({ name }) => name === place?.service)
  const shown = services.data?.filter(({ name }) => search.allowroot !== 'false' || name === place?.service) ?? []
  if (place && service && services.data)
    return (
      <ObjectScreen
        place={{ service: service.name, kind: place.folder === '' ? 'service' : 'folder', name: place.folder }}
        of="files"
        service={service.label || service.name}
        pane="files"
      >
        <FolderView
          key={writePlace(place)}
          place={place}
          search={search}
          services={services.data}
          clipboard={clipboard}
          onClipboard={setClipboard}
        />
      </ObjectScreen>
    )
  return (
    <Screen title={filesMessages.module} purpose={filesMessages.purpose}>
      {services.data ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ServiceList
            pane={search.allowroot === 'false' ? undefined : 'files'}
            groups={fileGroups}
            services={shown}
            Icon={IconServer}
            noun={filesMessages.fileService}
            missing={place?.service ?? null}
            addressOf={(name) => ({ to: '/file-manager', search: { path: writePlace({ service: name, folder: '' }) } })}
            empty={{
              title: filesMessages.noFileServices,
              text: filesMessages.addServiceHelp,
            }}
          />
        </Suspense>
      ) : error ? (
        <LoadFailure error={error} text={filesMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}
