import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import type { CellAside, GridColumn } from '../../widgets/grid/grid-source.ts'
import { type FieldKind, hasAllowedValues, kindOf, labelOf, readOnlyReason } from './field-kind.ts'
import { printValue, readValue, showValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import type { ReferenceNames } from './reference-names.ts'
import { referenceOf, type TableDescription } from './table-description.ts'
import { valueAside } from './value-aside.ts'
import type { TablePlace, WireField } from './wire-table.ts'

const widths: Readonly<Record<FieldKind, number>> = {
  integer: 112,
  decimal: 144,
  boolean: 96,
  literal: 184,
  binary: 112,
  json: 240,
  lines: 280,
  line: 192,
}

/** Returns the columns of a table's grid: the chosen fields, in table order. */
export function gridColumns(table: TableDescription, chosen: readonly string[]): readonly GridColumn[] {
  const wanted = new Set(chosen)
  return table.fields.filter(({ name }) => wanted.has(name)).map((field) => gridColumn(field, table))
}

function gridColumn(field: WireField, table: TableDescription): GridColumn {
  const kind = kindOf(field)
  const restricted = hasAllowedValues(field)
  const picklist = (field.picklist ?? []).map((value) => ({ text: String(value), label: String(value) }))
  return {
    name: field.name,
    label: labelOf(field),
    ...(field.type !== undefined && { hint: field.type }),
    width:
      field.type?.toLowerCase() === 'id'
        ? 96
        : /^big/i.test(field.type ?? '')
          ? 200
          : kind === 'line' && (field.length ?? 255) <= 16
            ? 128
            : widths[kind],
    align: kind === 'integer' || kind === 'decimal' ? 'end' : 'start',
    mono: kind === 'json',
    editor:
      kind === 'boolean'
        ? 'toggle'
        : picklist.length > 0
          ? 'choice'
          : kind === 'lines' || kind === 'json'
            ? 'lines'
            : 'line',
    choices: kind === 'boolean' ? booleans : picklist,
    openChoice: picklist.length > 0 && !restricted,
    locked: readOnlyReasonIn(table, field) ?? (kind === 'binary' ? dataMessages.fileChangeHelp : null),
    fixed: immutableReason(field, table.key),
    nullable: field.allow_null !== false,
    sortable: kind !== 'binary' && !field.is_virtual,
    print: (value) => printValue(field, value),
    show: (value) => showValue(field, value),
    read: (text) => readValue(field, text),
  }
}

/** Returns why a field of the displayed records is read-only; `null` if it is writable. */
export function readOnlyReasonIn({ given }: TableDescription, field: WireField): string | null {
  return readOnlyReason(field) ?? (field.name in given ? dataMessages.parentSets : null)
}

/** Returns why a field of stored records cannot be changed; `null` if it can. */
export function immutableReason({ name }: WireField, key: readonly string[]): string | null {
  if (key.length === 0) return dataMessages.noKey
  return key.includes(name) ? dataMessages.keyFixed : null
}

const booleans = [
  { text: 'TRUE', label: 'TRUE' },
  { text: 'FALSE', label: 'FALSE' },
]

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
