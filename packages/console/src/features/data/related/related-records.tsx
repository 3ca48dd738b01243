import type { ListedService } from '@millwright/contract/wire/services'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
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
import type { GridModel } from '../../../widgets/grid/grid-model.ts'
import type { GridRecord } from '../../../widgets/grid/grid-source.ts'
import { commonWords } from '../../../words/messages.ts'
import { tableDescriptionQuery, tableQuery } from '../data-queries.ts'
import { dataMessages } from '../messages.ts'
import { describeTable, recordKey, type TableDescription } from '../table-description.ts'
import { confirmDiscard, type OpenRecord } from '../use-record-actions.ts'
import { countRecords, type TablePlace, type WireRelation } from '../wire-table.ts'
import { equalityFilter, isOwning, junctionOf, type OpenRelation, sharedValues } from './open-relation.ts'
import styles from './related.module.css'
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
  const presets = isOwning(relation) ? sharedValues(belonging) : null
  return (
    <RelatedView
      belonging={{ ...belonging, child: { ...described, given: presets ?? {} } }}
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

/** Maximum number of relations that are counted, with one request each. */
const most = 12

/** Returns the number of related records, by relation, as they load; none for tables that the person may not read. */
function useRelatedCounts(place: TablePlace, table: TableDescription, record: GridRecord): ReadonlyMap<string, number> {
  const client = useQueryClient()
  const owned = table.relations.filter((relation) => isOwning(relation) && relation.ref_table).slice(0, most)
  const away = owned.some((relation) => typeof relation.ref_service_id === 'number')
  const services = useQuery({ ...groupServicesQuery('database'), enabled: away })
  const counts = useQueries({
    queries: owned.map((relation) => ({
      // Below the key of the other table's counts, which are invalidated when its records are created or deleted.
      queryKey: countKey(
        placeIn(services.data, place, relation.ref_service_id, relation.ref_table ?? ''),
        `${place.table} ${recordKey(record, table.key) ?? ''} ${relation.name}`,
      ),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const target = placeIn(services.data, place, relation.ref_service_id, relation.ref_table ?? '')
        const child = await client.fetchQuery(tableDescriptionQuery(target))
        const values = sharedValues({ place, table, record, relation, target, child })
        if (values === null) return 0
        return countRecords(target, equalityFilter(values), child.key[0] ?? child.fields[0]?.name, signal)
      },
      enabled: !away || services.data !== undefined,
      staleTime: 30_000,
    })),
  })
  return new Map(
    owned.flatMap(({ name }, at) => {
      const count = counts[at]?.data
      return typeof count === 'number' ? [[name, count] as const] : []
    }),
  )
}

function countKey({ service, table }: TablePlace, of: string) {
  return ['data', service, 'count', table, of] as const
}

/** Returns the table of a relation, which is in another service if the relation names a known one. */
function placeIn(
  services: readonly ListedService[] | undefined,
  { service }: TablePlace,
  elsewhere: number | null | undefined,
  table: string,
): TablePlace {
  const other = typeof elsewhere === 'number' ? services?.find(({ id }) => id === elsewhere)?.name : undefined
  return { service: other ?? service, table }
}
