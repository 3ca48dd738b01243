import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import type { CellAside, GridColumn } from '../../widgets/grid/grid-source.ts'
import { gridColumns } from './grid-columns.ts'
import { dataMessages } from './messages.ts'
import type { ReferenceNames } from './reference-names.ts'
import { referenceOf } from './references.ts'
import type { TableDescription } from './table-description.ts'
import { valueAside } from './value-aside.ts'
import type { TablePlace } from './wire-table.ts'

const noNames: ReferenceNames = new Map()

/** Returns the columns of a grid, which load the names of the records that its rows reference. */
export function useGridColumns(place: TablePlace, table: TableDescription, chosen: readonly string[]) {
  const client = useQueryClient()
  const { service } = place
  const [names, setNames] = useState(noNames)
  const columns = useMemo(
    () =>
      gridColumns(table, chosen).map((column): GridColumn => {
        const field = table.fields.find(({ name }) => name === column.name)
        const target = field && referenceOf({ service, table: table.name }, table, field)
        if (!field) return column
        if (!target) {
          const aside = valueAside(field)
          return aside === null ? column : { ...column, aside }
        }
        const known = names.get(field.name)
        return {
          ...column,
          width: Math.max(column.width, 192),
          align: 'start',
          aside: (value) => asideOf(known?.get(String(value)), String(value)),
          suggest: async (text, signal) => {
            const { findReferred } = await import('./find-referred.ts')
            return findReferred({ client, target, field, text, signal })
          },
        }
      }),
    [service, table, chosen, names, client],
  )
  return { columns, names, setNames }
}

function asideOf(name: string | undefined, value: string): CellAside | undefined {
  return name === undefined
    ? undefined
    : { ...(name !== '' && { text: name }), opens: dataMessages.open({ value: name || value }) }
}

/** Loads the names of the records that the rows of a grid reference, if its table has references. */
export function useReferenceNames(
  place: TablePlace,
  table: TableDescription,
  model: GridModel,
  { names, setNames }: Pick<ReturnType<typeof useGridColumns>, 'names' | 'setNames'>,
): void {
  const client = useQueryClient()
  const { service, table: name } = place
  const known = useRef(names)
  known.current = names
  useEffect(() => {
    const here = { service, table: name }
    if (!table.fields.some((field) => referenceOf(here, table, field))) return
    let stop = () => {}
    let gone = false
    // Names are not needed to show the rows, so their code is loaded lazily.
    import('./reference-names.ts').then(
      ({ watchNames }) => {
        if (!gone) stop = watchNames({ place: here, table, model, client, known: known.current, onNames: setNames })
      },
      () => {},
    )
    return () => {
      gone = true
      stop()
    }
  }, [service, name, table, model, client, setNames])
}
