import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { GridModel } from '../../widgets/grid/grid-model.ts'
import type { GridColumn, GridRecord, GridRow, GridSource } from '../../widgets/grid/grid-source.ts'
import type { OpenedTable } from './data-queries.ts'
import { recordKey, type TableDescription } from './table-description.ts'
import { countRecords, readRecords, type TablePlace } from './wire-table.ts'

interface RecordsParts {
  readonly place: TablePlace
  readonly opened: OpenedTable
  readonly filter: string | null
  readonly order: string | null
  readonly columns: readonly GridColumn[]
  /** Whether the query is the default one, so that the first records of the table are its result. */
  readonly plain: boolean
}

/** Creates the grid model for a query; another query creates another model. */
export function useGridRecords({ place, opened, filter, order, columns, plain }: RecordsParts): GridModel {
  const { service, table: name } = place
  const { table } = opened
  const shown = useRef<GridModel>(null)
  const [first] = useState(() => (plain ? gridRows(opened.first, table, 0) : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns and first records are initial values, later ones are set below
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

/** Makes the records of a grid read-only while the console is. */
export function useModelLock(model: GridModel): void {
  const writeBlock = useWriteBlock()
  useEffect(() => model.setLock(writeBlock), [model, writeBlock])
}

/** Loads the number of records for the model; the rows never wait for it. If the place is `null`, it is not loaded. */
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
    ...rowCountQuery(place ?? nowhere, filter, table.key[0] ?? table.fields[0]?.name),
    enabled: loaded && place !== null,
  })
  useEffect(() => {
    if (typeof count === 'number') model.windows.setCount(count)
  }, [model, count])
}

const nowhere: TablePlace = { service: '', table: '' }

/** The number of records; `field`: the one that is loaded along, any by default. */
export function rowCountQuery(place: TablePlace, filter: string | null, field: string | undefined) {
  return queryOptions({
    queryKey: ['data', place.service, 'count', place.table, filter] as const,
    queryFn: ({ signal }) => countRecords(place, filter, field, signal),
    staleTime: 30_000,
  })
}

/** Returns a function that reloads the counts and pages of a table after records were created or deleted. */
export function useRecount(place: TablePlace): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['data', place.service, 'count', place.table] })
  }
}

interface RecordSourceParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly filter: string | null
  readonly order: string | null
}

/** Creates the data source of a grid for the records of a table. */
export function recordSource({ place, table, filter, order }: RecordSourceParts): GridSource {
  return {
    read: async (offset, limit, signal) => {
      const rows: GridRecord[] = []
      // A server may return fewer records than requested, with the offset at which to continue.
      for (let from = offset; rows.length < limit; ) {
        const params = { limit: limit - rows.length, offset: from, fields: '*', filter, order }
        const answer = await readRecords(place, params, signal)
        rows.push(...answer.rows)
        if (answer.rows.length === 0 || answer.next === null) break
        from += answer.rows.length
      }
      return gridRows(rows.slice(0, limit), table, offset)
    },
  }
}

/** Returns records with a unique row key: their primary key or, without one, their position. */
export function gridRows(records: readonly GridRecord[], table: TableDescription, offset: number): readonly GridRow[] {
  return records.map((record, at) => ({
    key: recordKey(record, table.key) ?? `place ${offset + at}`,
    record,
  }))
}
