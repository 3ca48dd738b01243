import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { GridRecord } from '../../widgets/data-grid/grid-source.ts'
import { tableQuery } from './data-queries.ts'
import styles from './record-form.module.css'
import { RelatedGrid } from './related-grid.tsx'
import { describeTable, type TableDescription } from './table-description.ts'
import type { TablePlace, WireRelation } from './wire-table.ts'

interface RelatedRecordsProps {
  place: TablePlace
  table: TableDescription
  record: GridRecord
  onClose: () => void
}

/** The records of other tables that belong to a record, one relation at a time. */
export function RelatedRecords({ place, table, record, onClose }: RelatedRecordsProps) {
  const [name, setName] = useState('')
  const relation = table.relations.find((one) => one.name === name)
  const target = useTarget(place, relation)
  return (
    <section className={styles.related} aria-label="Related Child Table">
      <div className={styles.relatedHead}>
        <SelectField
          label="Related Child Table"
          value={name}
          placeholder="-- Select One --"
          options={table.relations.map((one) => ({ value: one.name, label: one.name }))}
          onChange={setName}
        />
        <Button onClick={onClose}>Cancel</Button>
      </div>
      {relation && target ? (
        <Opened key={name} place={place} table={table} record={record} relation={relation} target={target} />
      ) : null}
    </section>
  )
}

interface OpenedProps extends Omit<RelatedRecordsProps, 'onClose'> {
  relation: WireRelation
  target: TablePlace
}

function Opened({ place, table, record, relation, target }: OpenedProps) {
  const { data, error } = useQuery(tableQuery(target))
  if (error)
    return (
      <Banner tone="danger" title="The records could not be read.">
        {messageOf(error)}
      </Banner>
    )
  if (!data) return <Skeleton lines={6} />
  const child = data.table.fields.length > 0 ? data.table : describeTable(target.table, null, data.first)
  return <RelatedGrid place={place} table={table} record={record} relation={relation} target={target} child={child} />
}

/** The table on the other side of a relation, which may be in another service. */
function useTarget(place: TablePlace, relation: WireRelation | undefined): TablePlace | null {
  const elsewhere = relation?.ref_service_id ?? null
  const services = useQuery({ ...groupServicesQuery('database'), enabled: elsewhere !== null })
  if (!relation?.ref_table) return null
  if (elsewhere === null) return { service: place.service, table: relation.ref_table }
  if (!services.data) return services.error ? { service: place.service, table: relation.ref_table } : null
  const service = services.data.find(({ id }) => id === elsewhere)?.name ?? place.service
  return { service, table: relation.ref_table }
}
