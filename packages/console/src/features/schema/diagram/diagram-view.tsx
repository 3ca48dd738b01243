import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import type { ListedService } from '../../../instance/service-list.ts'
import type { ListedTable } from '../../../instance/service-tables.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailure } from '../../../widgets/load-failure/load-failure.tsx'
import { DetailHeader } from '../../../widgets/split/detail-header.tsx'
import { schemaAddress } from '../schema-place.ts'
import { wholeSchemaQuery } from '../schema-queries.ts'
import styles from './diagram.module.css'
import { type GraphTable, schemaGraph } from './schema-graph.ts'

const DiagramCanvas = lazy(() => import('./diagram-canvas.tsx').then((module) => ({ default: module.DiagramCanvas })))

interface DiagramViewProps {
  service: ListedService
  services: readonly ListedService[]
  tables: readonly ListedTable[]
  onClose: () => void
}

/** Reads every table of a service and draws them. */
export function DiagramView({ service, services, tables, onClose }: DiagramViewProps) {
  const { data, error, refetch } = useQuery(wholeSchemaQuery(service.name, tables))
  const graph = useMemo(() => (data ? schemaGraph(data, service.id) : null), [data, service.id])
  const serviceName = useCallback(
    (id: number) => services.find((one) => one.id === id)?.name ?? `service ${id}`,
    [services],
  )
  const addressOf = ({ name, serviceId }: GraphTable) =>
    schemaAddress.table(serviceId === null ? service.name : serviceName(serviceId), name)
  const waiting = (
    <p className={styles.waiting} role="status">
      <Spinner /> {tables.length > 40 ? `Reading ${tables.length} tables…` : 'Reading the tables…'}
    </p>
  )
  if (graph && graph.tables.length > 0)
    return (
      <Suspense fallback={waiting}>
        <DiagramCanvas graph={graph} serviceName={serviceName} addressOf={addressOf} onClose={onClose} />
      </Suspense>
    )
  return (
    <>
      <DetailHeader title="Diagram" many="tables" onBack={onClose} />
      {graph ? (
        <EmptyState title="There is nothing to draw yet.">A diagram shows tables and what leads where.</EmptyState>
      ) : error ? (
        <div className={styles.failed}>
          <LoadFailure error={error} text="The tables could not be read." onRetry={() => void refetch()} />
        </div>
      ) : (
        waiting
      )}
    </>
  )
}
