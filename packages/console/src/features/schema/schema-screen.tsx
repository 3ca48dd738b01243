import type { ListedService } from '@millwright/contract/wire/services'
import { IconDatabase, IconPlus, IconRefresh, IconSitemap, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { tableGroups } from '../../instance/type-groups.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton, type IconButtonProps } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ObjectScreen } from '../../widgets/explorer/object-screen.tsx'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { useNarrow } from '../../widgets/list/record-list/use-narrow.ts'
import { LoadFailure, useLoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { schemaMessages } from './messages.ts'
import { readPlace, type SchemaPlace, schemaAddress } from './schema-place.ts'
import { refreshSchema } from './schema-queries.ts'
import { ServiceSchema } from './service-schema.tsx'

const ServiceList = lazy(() =>
  import('../../widgets/pickers/service-select/service-list.tsx').then((module) => ({ default: module.ServiceList })),
)

/** The Schema tab: a database service, its tables and the open part. */
export function SchemaScreen() {
  const { id: chosen = null, entry, table, part, item } = useParams({ strict: false })
  const place = readPlace({ entry, table, part, item })
  const services = useQuery(groupServicesQuery('database'))
  const { error } = services
  useLoadFailure(error, { module: schemaMessages.module, text: schemaMessages.loadFailed })

  const service = services.data?.find(({ name }) => name === chosen) ?? null
  if (service && services.data)
    return (
      <ObjectScreen
        place={
          place.kind === 'table'
            ? { service: service.name, kind: 'table', name: place.table }
            : { service: service.name, kind: 'service', name: '' }
        }
        of="database"
        service={service.label || service.name}
        pane="structure"
        aside={<SchemaTools service={service} place={place} />}
      >
        <ServiceSchema key={service.name} service={service} services={services.data} place={place} />
      </ObjectScreen>
    )
  return (
    <Screen title={schemaMessages.module} purpose={schemaMessages.purpose}>
      {services.data ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ServiceList
            pane="structure"
            groups={tableGroups}
            services={services.data}
            Icon={IconDatabase}
            noun={schemaMessages.databaseService}
            missing={chosen}
            addressOf={(name) => ({ to: schemaAddress.service(name) })}
            empty={{
              title: schemaMessages.noDatabasesYet,
              text: schemaMessages.connectDatabaseHelp,
            }}
          />
        </Suspense>
      ) : error ? (
        <LoadFailure error={error} text={schemaMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}

interface SchemaToolsProps {
  service: ListedService
  place: SchemaPlace
}

/** Actions on the whole schema of a service. */
function SchemaTools({ service, place }: SchemaToolsProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [refreshing, setRefreshing] = useState(false)

  const refresh = async () => {
    setRefreshing(true)
    const table = place.kind === 'table' ? place.table : null
    try {
      const gone = await refreshSchema(queryClient, service.name, table)
      const text = schemaMessages.refreshed({ label: service.label || service.name })
      notify({ type: 'success', title: schemaMessages.module, text })
      if (gone) await navigate({ to: schemaAddress.service(service.name) })
    } catch (error) {
      notifyError(error)
    } finally {
      setRefreshing(false)
    }
  }
  const view = (name: 'diagram' | 'create' | 'upload') => () =>
    void navigate({ to: schemaAddress.view(service.name, name) })

  return (
    <Row gap={2} wrap>
      <IconButton
        label={tabWords.refresh}
        icon={<IconRefresh />}
        variant="default"
        loading={refreshing}
        onClick={() => void refresh()}
      />
      <Tool
        label={schemaMessages.diagram}
        icon={<IconSitemap />}
        aria-pressed={place.kind === 'diagram'}
        onClick={view('diagram')}
      />
      <Tool
        label={schemaMessages.uploadJson}
        icon={<IconUpload />}
        disabledReason={writeBlock}
        onClick={view('upload')}
      />
      <Button variant="primary" icon={<IconPlus />} disabledReason={writeBlock} onClick={view('create')}>
        {commonWords.create}
      </Button>
    </Row>
  )
}

/** An icon and its word, or on a narrow screen the icon alone. */
function Tool({ label, ...tool }: Omit<IconButtonProps, 'ref'>) {
  return useNarrow() ? <IconButton label={label} variant="default" {...tool} /> : <Button {...tool}>{label}</Button>
}
