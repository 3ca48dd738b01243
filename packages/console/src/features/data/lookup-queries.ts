import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { equals } from '../../instance/value-filter.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { autoColumns } from './auto-columns.ts'
import { kindOf } from './field-kind.ts'
import { showValue } from './field-values.ts'
import { recordOrder, searchFilter } from './record-filter.ts'
import type { TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WireField } from './wire-table.ts'

/** Page size of a lookup. */
export const lookupSize = 10

/** A page of records that contain a text; one more is loaded to know whether there is a next page. */
export function lookupQuery(place: TablePlace, table: TableDescription | undefined, text: string, page: number) {
  return queryOptions({
    queryKey: ['data', place.service, 'lookup', place.table, text, page] as const,
    queryFn: async ({ signal }) => {
      const params = {
        limit: lookupSize + 1,
        offset: page * lookupSize,
        fields: '*',
        filter: table ? searchFilter(table, text) : null,
        order: table ? recordOrder(table, null) : null,
      }
      const { rows } = await readRecords(place, params, signal)
      return { rows: rows.slice(0, lookupSize), more: rows.length > lookupSize }
    },
    enabled: table !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** The record that a value references; `null` if there is none. */
export function referredQuery(place: TablePlace, field: string, text: string) {
  return queryOptions({
    queryKey: ['data', place.service, 'referred', place.table, field, text] as const,
    queryFn: async ({ signal }) => {
      const filter = /^-?\d+$/.test(text) ? `${field} = ${text}` : equals(field, text)
      const { rows } = await readRecords(place, { filter, limit: 1, fields: '*' }, signal)
      return rows[0] ?? null
    },
    staleTime: 30_000,
  })
}

/** Returns the fields that identify a record to people, the key first. */
export function identifyingFields(table: TableDescription): readonly WireField[] {
  const auto = new Set(autoColumns(table.fields))
  const named = table.fields.filter(({ name }) => name === table.nameField)
  const keys = table.fields.filter(({ name }) => table.key.includes(name))
  const texts = table.fields.filter((field) => auto.has(field.name) && kindOf(field) === 'line')
  const rest = table.fields.filter((field) => auto.has(field.name) && kindOf(field) !== 'binary')
  return [...new Set([...keys, ...named, ...texts, ...rest])].slice(0, 4)
}

/** Returns the fields that name a record in one line, except for the one shown beside them; empty if there are only keys. */
export function namingFields(table: TableDescription, except: string): readonly WireField[] {
  const telling = identifyingFields(table).filter(({ name }) => name !== except && !table.key.includes(name))
  const [named] = telling.filter(({ name }) => name === table.nameField)
  if (named && !partOfName.test(named.name)) return [named]
  const parts = table.fields.filter(({ name }) => partOfName.test(name)).slice(0, 2)
  if (parts.length > 0) return parts
  // Many databases have no other type for names than that of long texts.
  const isText = (field: WireField) => ['line', 'lines'].includes(kindOf(field)) && !table.key.includes(field.name)
  const called =
    table.fields.find((field) => wholeName.test(field.name) && field.name !== except && isText(field)) ??
    telling.find((field) => kindOf(field) === 'line')
  return called ? [called] : []
}

const partOfName = /^(f|l|first|last)_?name$/i
const wholeName = /^(name|title|label)$/i

/** Returns the name of a record, built from these fields. */
export function recordNameOf(fields: readonly WireField[], record: GridRecord): string {
  return fields
    .flatMap((field) => {
      const value = record[field.name]
      return value === null || value === undefined ? [] : [showValue(field, value)]
    })
    .join(' ')
}
