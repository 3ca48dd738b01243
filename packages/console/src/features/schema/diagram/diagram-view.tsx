import type { ListedService } from '@millwright/contract/wire/services'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { ListedTable } from '../../../instance/service-tables.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { DetailHeader } from '../../../widgets/explorer/split/detail-header.tsx'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { schemaMessages } from '../messages.ts'
import { schemaAddress } from '../schema-place.ts'
import { wholeSchemaQuery } from '../schema-queries.ts'
import styles from './diagram.module.css'
import type { Layout, LayoutTask } from './layout.ts'
import {
  aroundTable,
  boxHeight,
  type DiagramDetail,
  type GraphTable,
  type SchemaGraph,
  schemaGraph,
} from './schema-graph.ts'

const DiagramCanvas = lazy(() => import('./diagram-canvas.tsx').then((module) => ({ default: module.DiagramCanvas })))

/** Above this number of tables, only names are drawn, so that they stay readable. */
const maxWithFields = 60
const empty = schemaGraph([], 0)

interface DiagramViewProps {
  service: ListedService
  services: readonly ListedService[]
  tables: readonly ListedTable[]
  onClose: () => void
}

/** Loads every table of a service and draws them. */
export function DiagramView({ service, services, tables, onClose }: DiagramViewProps) {
  const { data, error, refetch } = useQuery(wholeSchemaQuery(service.name, tables))
  const navigate = useNavigate()
  const search: { around?: unknown } = useSearch({ strict: false })
  const whole = useMemo(() => (data ? schemaGraph(data, service.id) : null), [data, service.id])
  const centre = whole?.tables.find(({ id }) => id === search.around)?.id ?? null
  const graph = useMemo(() => (whole && centre !== null ? aroundTable(whole, centre) : whole), [whole, centre])
  const detail: DiagramDetail = (graph?.tables.length ?? 0) > maxWithFields ? 'names' : 'fields'
  const layout = useLayout(graph ?? empty, detail)
  const serviceName = useCallback(
    (id: number) => services.find((one) => one.id === id)?.name ?? schemaMessages.service({ id: String(id) }),
    [services],
  )
  const addressOf = ({ name, serviceId }: GraphTable) =>
    schemaAddress.table(serviceId === null ? service.name : serviceName(serviceId), name)
  const waiting = (
    <p className={styles.waiting} role="status">
      <Spinner />{' '}
      {tables.length > 40 ? schemaMessages.readingTables({ count: tables.length }) : schemaMessages.readingTheTables}
    </p>
  )
  if (graph && graph.tables.length > 0 && layout)
    return (
      <Suspense fallback={waiting}>
        <DiagramCanvas
          key={centre}
          graph={graph}
          layout={layout}
          detail={detail}
          centre={centre}
          onCentre={(id) =>
            void navigate({
              to: schemaAddress.view(service.name, 'diagram'),
              search: id === null ? {} : { around: id },
            })
          }
          serviceName={serviceName}
          addressOf={addressOf}
          onClose={onClose}
        />
      </Suspense>
    )
  return (
    <>
      <DetailHeader title={schemaMessages.diagram} many={schemaMessages.manyTables} onBack={onClose} />
      {graph?.tables.length === 0 ? (
        <EmptyState title={schemaMessages.noTables}>{schemaMessages.diagramHelp}</EmptyState>
      ) : error ? (
        <div className={styles.failed}>
          <LoadFailure error={error} text={schemaMessages.tablesFailed} onRetry={() => void refetch()} />
        </div>
      ) : (
        waiting
      )}
    </>
  )
}

/** The layout of the diagram; `null` while it is computed, in a worker if the browser supports one. */
function useLayout({ tables, links }: SchemaGraph, detail: DiagramDetail): Layout | null {
  const task = useMemo(
    (): LayoutTask => ({
      tables: tables.map((table) => ({ id: table.id, height: boxHeight(table, detail) })),
      relations: links.map(({ from, to }) => ({ from, to })),
    }),
    [tables, links, detail],
  )
  const [found, setFound] = useState<{ readonly task: LayoutTask; readonly layout: Layout } | null>(null)
  useEffect(() => {
    let wanted = true
    const tell = (layout: Layout) => {
      if (wanted) setFound({ task, layout })
    }
    const here = () => void import('./layout.ts').then(({ placeTables }) => tell(placeTables(task)))
    const worker =
      typeof Worker === 'undefined'
        ? null
        : new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    if (worker) {
      worker.onmessage = ({ data }: MessageEvent<Layout>) => tell(data)
      worker.onerror = here
      worker.postMessage(task)
    } else here()
    return () => {
      wanted = false
      worker?.terminate()
    }
  }, [task])
  return found?.task === task ? found.layout : null
}
