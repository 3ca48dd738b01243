import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DetailHeader } from '../../widgets/split/detail-header.tsx'
import { DetailWaiting } from '../../widgets/split/split-parts.tsx'
import { FieldPanel } from './field-panel.tsx'
import { RelationPanel } from './relation-panel.tsx'
import { type OpenPart, schemaAddress } from './schema-place.ts'
import { tableQuery } from './schema-queries.ts'
import { TableEditor } from './table-editor.tsx'

interface TableViewProps {
  service: ListedService
  services: readonly ListedService[]
  table: string
  /** The field or relation that is open over it. */
  open: OpenPart | null
  onClose: () => void
}

/** A table once it was read, and what is open of it. */
export function TableView({ service, services, table, open, onClose }: TableViewProps) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(tableQuery(service.name, table))
  const back = () => void navigate({ to: schemaAddress.table(service.name, table) })

  if (!data) {
    const gone = error instanceof InstanceError && error.status === 404
    return (
      <>
        <DetailHeader title={table} many="tables" onBack={onClose} />
        <DetailWaiting busy={!error}>
          {error ? (
            <Banner
              tone={gone ? 'warning' : 'danger'}
              title={gone ? `There is no table ${table}.` : 'This table could not be read.'}
              actions={
                <Button size="small" onClick={() => (gone ? onClose() : void refetch())}>
                  {gone ? 'All tables' : 'Try again'}
                </Button>
              }
            >
              {gone ? 'It may have been dropped.' : messageOf(error)}
            </Banner>
          ) : (
            <Skeleton lines={8} />
          )}
        </DetailWaiting>
      </>
    )
  }
  return (
    <>
      <TableEditor service={service} stored={data} behind={open !== null} onClose={onClose} />
      {open?.kind === 'field' ? (
        <FieldPanel key={open.name} service={service} table={data} name={open.name} onClose={back} />
      ) : null}
      {open?.kind === 'relation' ? (
        <RelationPanel
          key={open.name}
          service={service}
          services={services}
          table={data}
          name={open.name}
          onClose={back}
        />
      ) : null}
    </>
  )
}
