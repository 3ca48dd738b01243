import { IconDatabase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { tableGroups } from '../../instance/type-groups.ts'
import { number } from '../../language/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ObjectScreen } from '../../widgets/explorer/object-screen.tsx'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { dataAddress } from './data-address.ts'
import { tableQuery } from './data-queries.ts'
import { dataMessages } from './messages.ts'
import { RecordsView } from './records-view.tsx'
import { rowCountQuery } from './use-records.ts'
import type { TablePlace } from './wire-table.ts'

const TableList = lazy(() =>
  import('../../widgets/explorer/table-list.tsx').then((module) => ({ default: module.TableList })),
)

const ServiceList = lazy(() =>
  import('../../widgets/pickers/service-select/service-list.tsx').then((module) => ({ default: module.ServiceList })),
)

const ViewMenu = lazy(() => import('./views/view-menu.tsx').then(({ ViewMenu }) => ({ default: ViewMenu })))

/** The Data tab: a database service, one of its tables, and its records. */
export function DataScreen() {
  const { id: chosen = null, entry: table = null } = useParams({ strict: false })
  const hasViews = hasFeature(useEnvironment(), 'data-views')
  const { data: services, error, refetch } = useQuery(groupServicesQuery('database'))
  useLoadFailure(error, { module: dataMessages.module, text: dataMessages.loadFailed })
  const [only] = services?.length === 1 && chosen === null ? services : []
  const service = services?.find(({ name }) => name === chosen) ?? only ?? null
  const label = service?.label || (service?.name ?? chosen ?? '')
  if (chosen !== null && table !== null)
    return (
      <ObjectScreen
        place={{ service: chosen, kind: 'table', name: table }}
        of="database"
        service={label}
        pane="rows"
        beside={
          hasViews ? (
            <Suspense fallback={null}>
              <ViewMenu key={`${chosen}/${table}`} place={{ service: chosen, table }} />
            </Suspense>
          ) : null
        }
      >
        {services || error === null ? (
          <TableView key={`${chosen}/${table}`} place={{ service: chosen, table }} />
        ) : (
          <LoadFailure error={error} text={dataMessages.loadFailed} onRetry={() => void refetch()} />
        )}
      </ObjectScreen>
    )
  if (service)
    return (
      <ObjectScreen
        place={{ service: service.name, kind: 'service', name: '' }}
        of="database"
        service={label}
        pane="rows"
      >
        <Suspense fallback={<Skeleton lines={8} />}>
          <TableList
            key={service.name}
            service={service.name}
            alone
            figures={['rows', 'bytes', 'last_change']}
            rowsOf={({ recordsName }) => <RowCount place={{ service: service.name, table: recordsName }} />}
            factsOf={({ recordsName }) => <RowCount place={{ service: service.name, table: recordsName }} counted />}
            addressOf={({ recordsName }) => dataAddress(service.name, recordsName)}
          />
        </Suspense>
      </ObjectScreen>
    )
  return (
    <Screen title={dataMessages.module} purpose={dataMessages.purpose}>
      {services ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ServiceList
            pane="rows"
            groups={tableGroups}
            services={services}
            Icon={IconDatabase}
            noun={dataMessages.databaseService}
            missing={chosen}
            addressOf={(name) => ({ to: dataAddress(name) })}
            empty={{
              title: dataMessages.noDatabaseServices,
              text: dataMessages.connectDatabaseHelp,
            }}
          />
        </Suspense>
      ) : error ? (
        <LoadFailure error={error} text={dataMessages.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}

/** The number of rows of a table; nothing while it is unknown. */
function RowCount({ place, counted = false }: { place: TablePlace; counted?: boolean }) {
  const { data } = useQuery({ ...rowCountQuery(place, null, undefined), staleTime: 60_000 })
  if (typeof data !== 'number') return null
  return counted ? dataMessages.countedRows({ count: data }) : number(data)
}

/** A table, once its description has loaded. */
function TableView({ place }: { place: TablePlace }) {
  const { data, error, refetch } = useQuery(tableQuery(place))
  if (data) return <RecordsView place={place} opened={data} />
  if (!error) return <Skeleton lines={12} />
  return <LoadFailure error={error} text={dataMessages.recordsFailed} onRetry={() => void refetch()} />
}
