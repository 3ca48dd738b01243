import type { ListedService } from '@millwright/contract/wire/services'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { type ListedTable, tablesQuery } from '../../instance/service-tables.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Detail } from '../../widgets/explorer/split/split.tsx'
import { DetailWaiting } from '../../widgets/explorer/split/split-parts.tsx'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { schemaMessages } from './messages.ts'
import { type SchemaPlace, schemaAddress } from './schema-place.ts'
import { schemaTableQuery } from './schema-queries.ts'

const TableList = lazy(() =>
  import('../../widgets/explorer/table-list.tsx').then((module) => ({ default: module.TableList })),
)
const TableView = lazy(() => import('./table-view.tsx').then((module) => ({ default: module.TableView })))
const NewTable = lazy(() => import('./new-table.tsx').then((module) => ({ default: module.NewTable })))
const UploadView = lazy(() => import('./upload-view.tsx').then((module) => ({ default: module.UploadView })))
const DiagramView = lazy(() => import('./diagram/diagram-view.tsx').then((module) => ({ default: module.DiagramView })))

interface ServiceSchemaProps {
  service: ListedService
  services: readonly ListedService[]
  place: SchemaPlace
}

/** The open part of a service's schema, or its list of tables. */
export function ServiceSchema({ service, services, place }: ServiceSchemaProps) {
  const navigate = useNavigate()
  const toList = () => void navigate({ to: schemaAddress.service(service.name) })
  switch (place.kind) {
    case 'nothing':
      return (
        <Suspense fallback={<DetailWaiting />}>
          <TableList
            service={service.name}
            note={schemaMessages.noneSelected}
            figures={['rows', 'fields', 'relations', 'bytes']}
            factsOf={({ name }) => <TableFacts service={service.name} table={name} />}
            addressOf={({ name }) => schemaAddress.table(service.name, name)}
          />
        </Suspense>
      )
    case 'lost':
      return (
        <EmptyState
          title={schemaMessages.pageNotFound}
          actions={<Button onClick={toList}>{schemaMessages.allTables}</Button>}
        />
      )
    case 'table':
      return (
        <Detail label={schemaMessages.tableTitle({ table: place.table })} chosen={place.table}>
          <Suspense fallback={<DetailWaiting />}>
            <TableView
              key={place.table}
              service={service}
              services={services}
              table={place.table}
              open={place.open}
              onClose={toList}
            />
          </Suspense>
        </Detail>
      )
    default:
      return (
        <Detail label={service.label || service.name} chosen={place.kind}>
          <Suspense fallback={<DetailWaiting />}>
            <WithTables service={service.name}>
              {(tables) =>
                place.kind === 'create' ? (
                  <NewTable service={service} tables={tables} onClose={toList} />
                ) : place.kind === 'upload' ? (
                  <UploadView service={service} tables={tables} onClose={toList} />
                ) : (
                  <DiagramView service={service} services={services} tables={tables} onClose={toList} />
                )
              }
            </WithTables>
          </Suspense>
        </Detail>
      )
  }
}

interface WithTablesProps {
  service: string
  children: (tables: readonly ListedTable[]) => ReactNode
}

function WithTables({ service, children }: WithTablesProps) {
  const { data, error, refetch } = useQuery(tablesQuery(service))
  if (data) return children(data)
  if (!error) return <DetailWaiting />
  return (
    <DetailWaiting busy={false}>
      <LoadFailure error={error} text={schemaMessages.tablesFailed} onRetry={() => void refetch()} />
    </DetailWaiting>
  )
}

/** What a table consists of; nothing while it is unknown. */
function TableFacts({ service, table }: { service: string; table: string }) {
  const { data } = useQuery(schemaTableQuery(service, table))
  if (!data) return null
  const { field, related, description } = data
  const parts = [
    schemaMessages.countedFields({ count: field.length }),
    related.length === 0 ? '' : schemaMessages.countedRelationships({ count: related.length }),
    description ?? '',
  ]
  return parts.filter(Boolean).join(' · ')
}
