import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { number } from '../../../language/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import type { GridModel } from '../../../widgets/data-grid/grid-model.ts'
import type { GridRecord } from '../../../widgets/data-grid/grid-source.ts'
import { commonWords } from '../../../words/messages.ts'
import { tableQuery } from '../data-queries.ts'
import { dataMessages } from '../messages.ts'
import type { OpenRecord } from '../open-record.ts'
import { describeTable, type TableDescription } from '../table-description.ts'
import { confirmDiscard } from '../use-record-actions.ts'
import type { TablePlace, WireRelation } from '../wire-table.ts'
import { isOwning, type OpenRelation, sharedValues } from './belonging.ts'
import { junctionOf } from './junction.ts'
import styles from './related.module.css'
import { placeIn, useRelatedCounts } from './related-counts.ts'
import { RelatedView, type RelatedViewProps } from './related-view.tsx'

interface RelatedRecordsProps {
  place: TablePlace
  table: TableDescription
  record: GridRecord
  /** Whether it is visible; input is kept while it is not. */
  shown: boolean
  Panel: ComponentType<OpenRecord>
  onClose: () => void
}

/** The related records of a record, one relation at a time. */
export function RelatedRecords({ place, table, record, shown, Panel, onClose }: RelatedRecordsProps) {
  const relations = ownedFirst(table.relations)
  const [name, setName] = useState(relations[0]?.name ?? '')
  const counts = useRelatedCounts(place, table, record)
  const [model, setModel] = useState<GridModel | null>(null)
  const relation = table.relations.find((one) => one.name === name)
  const choose = async (next: string) => {
    if (model && !(await confirmDiscard(model))) return
    setModel(null)
    setName(next)
  }
  return (
    <section className={styles.related} aria-label={dataMessages.relatedChildTable}>
      <Row gap={2} align="end" className={styles.head}>
        <SelectField
          label={dataMessages.relatedChildTable}
          value={name}
          placeholder={dataMessages.selectOne}
          options={relations.map((one) => {
            const count = counts.get(one.name)
            return { value: one.name, label: count === undefined ? one.name : `${one.name} (${number(count)})` }
          })}
          onChange={(next) => void choose(next)}
        />
        <Button onClick={onClose}>{commonWords.cancel}</Button>
      </Row>
      {relation ? (
        <OpenedRelation
          key={name}
          place={place}
          table={table}
          record={record}
          relation={relation}
          shown={shown}
          Panel={Panel}
          onModel={setModel}
        />
      ) : (
        <Text tone="muted">{dataMessages.relatedTablesHelp}</Text>
      )}
    </section>
  )
}

/** Sorts relations to a record's own records first, as they are viewed more often than its parents. */
function ownedFirst(relations: readonly WireRelation[]): readonly WireRelation[] {
  return [...relations.filter(isOwning), ...relations.filter((relation) => !isOwning(relation))]
}

type OpenedRelationProps = Pick<OpenRelation, 'place' | 'table' | 'record' | 'relation'> &
  Omit<RelatedViewProps, 'belonging' | 'junction'>

/** A relation, once the descriptions of the other table and the junction have loaded. */
function OpenedRelation({ place, table, record, relation, ...shared }: OpenedRelationProps) {
  const target = usePlace(place, relation.ref_service_id, relation.ref_table)
  const between = usePlace(place, relation.junction_service_id, relation.junction_table)
  const other = useQuery({ ...tableQuery(target ?? place), enabled: target !== null })
  const junction = useQuery({ ...tableQuery(between ?? place), enabled: between !== null })
  if (other.error)
    return (
      <Banner tone="danger" title={dataMessages.recordsFailed}>
        {messageOf(other.error)}
      </Banner>
    )
  if (!target || !other.data || junction.isLoading) return <Skeleton lines={6} />
  const known = other.data.table
  const described = known.fields.length > 0 ? known : describeTable(target.table, null, other.data.first)
  const belonging = { place, table, record, relation, target, child: described }
  const given = isOwning(relation) ? sharedValues(belonging) : null
  return (
    <RelatedView
      belonging={{ ...belonging, child: { ...described, given: given ?? {} } }}
      junction={between && junction.data ? junctionOf(belonging, between, junction.data.table) : null}
      {...shared}
    />
  )
}

/** Returns a table, which may be in another service; `null` while it is unknown, or if there is none. */
function usePlace(
  place: TablePlace,
  elsewhere: number | null | undefined,
  table: string | null | undefined,
): TablePlace | null {
  const away = Boolean(table) && typeof elsewhere === 'number'
  const services = useQuery({ ...groupServicesQuery('database'), enabled: away })
  if (!table || (away && !services.error && !services.data)) return null
  return placeIn(services.data, place, elsewhere, table)
}
