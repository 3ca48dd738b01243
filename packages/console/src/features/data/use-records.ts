import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { GridModel } from '../../widgets/data-grid/grid-model.ts'
import type { GridColumn } from '../../widgets/data-grid/grid-source.ts'
import type { OpenedTable } from './data-queries.ts'
import { gridRows, recordSource } from './record-source.ts'
import type { TableDescription } from './table-description.ts'
import { countRecords, type TablePlace } from './wire-table.ts'

interface RecordsParts {
  readonly place: TablePlace
  readonly opened: OpenedTable
  readonly filter: string | null
  readonly order: string | null
  readonly columns: readonly GridColumn[]
  /** Whether the first records of the table are those that are asked for. */
  readonly plain: boolean
}

/** The grid's model over the records that are asked for; another question makes another model. */
export function useRecords({ place, opened, filter, order, columns, plain }: RecordsParts): GridModel {
  const { service, table: name } = place
  const { table } = opened
  const shown = useRef<GridModel>(null)
  const [first] = useState(() => (plain ? gridRows(opened.first, table, 0) : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns and first records are given once, later ones are set below
  const model = useMemo(
    () =>
      new GridModel({
        source: recordSource({ place: { service, table: name }, table, filter, order }),
        columns,
        first: plain && !shown.current ? first : null,
        former: shown.current,
      }),
    [service, name, table, filter, order],
  )
  shown.current = model
  useEffect(() => model.setColumns(columns), [model, columns])
  useModelLock(model)
  useEffect(() => () => model.stop(), [model])

  useCount(model, place, filter, table)
  return model
}

/** Keeps the records of a grid as they are while the console is read-only. */
export function useModelLock(model: GridModel): void {
  const writeBlock = useWriteBlock()
  useEffect(() => model.setLock(writeBlock), [model, writeBlock])
}

/** Has the model told how many records there are; the rows never wait for it. Null for a place: nobody asks. */
export function useCount(
  model: GridModel,
  place: TablePlace | null,
  filter: string | null,
  table: TableDescription,
): void {
  const loaded = useSyncExternalStore(
    model.windows.changed.subscribe,
    () => model.windows.loaded && !model.windows.stale,
  )
  const { data: count } = useQuery({
    ...countQuery(place ?? nowhere, filter, table.key[0] ?? table.fields[0]?.name),
    enabled: loaded && place !== null,
  })
  useEffect(() => {
    if (typeof count === 'number') model.windows.setCount(count)
  }, [model, count])
}

const nowhere: TablePlace = { service: '', table: '' }

function countQuery(place: TablePlace, filter: string | null, field: string | undefined) {
  return queryOptions({
    queryKey: ['data', place.service, 'count', place.table, filter] as const,
    queryFn: ({ signal }) => countRecords(place, filter, field, signal),
    staleTime: 30_000,
    retry: false,
  })
}

/** Has counts and pages of a table asked for anew, after records came or went. */
export function useRecount(place: TablePlace): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['data', place.service, 'count', place.table] })
  }
}
