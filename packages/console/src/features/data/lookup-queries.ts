import { quoteText } from '@millwright/contract/filter/print'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { autoColumns } from './auto-columns.ts'
import { kindOf } from './field-kind.ts'
import { equals, recordOrder } from './record-filter.ts'
import type { TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WireField } from './wire-table.ts'

/** Records in one page of a lookup. */
export const lookupSize = 10

/** A page of records in which a text occurs; one more is read to know whether there is a next page. */
export function lookupQuery(place: TablePlace, table: TableDescription | undefined, text: string, page: number) {
  return queryOptions({
    queryKey: ['data', place.service, 'lookup', place.table, text, page] as const,
    queryFn: async ({ signal }) => {
      const params = {
        limit: lookupSize + 1,
        offset: page * lookupSize,
        fields: '*',
        filter: table ? searchOf(table, text.trim()) : null,
        order: table ? recordOrder(table, null) : null,
      }
      const { rows } = await readRecords(place, params, signal)
      return { rows: rows.slice(0, lookupSize), more: rows.length > lookupSize }
    },
    enabled: table !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** The record that a value refers to; null when there is none. */
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

/** The fields by which people know a record, the key first. */
export function tellingFields(table: TableDescription): readonly WireField[] {
  const auto = new Set(autoColumns(table.fields))
  const named = table.fields.filter(({ name }) => name === table.nameField)
  const keys = table.fields.filter(({ name }) => table.key.includes(name))
  const texts = table.fields.filter((field) => auto.has(field.name) && kindOf(field) === 'line')
  const rest = table.fields.filter((field) => auto.has(field.name) && kindOf(field) !== 'binary')
  return [...new Set([...keys, ...named, ...texts, ...rest])].slice(0, 4)
}

function searchOf(table: TableDescription, text: string): string | null {
  if (text === '') return null
  const texts = table.fields
    .filter((field) => ['line', 'lines'].includes(kindOf(field)) && !field.is_virtual)
    .map(({ name }) => `${name} like ${quoteText(`%${text}%`)}`)
  const keys = /^-?\d+$/.test(text) ? table.key.map((name) => `${name} = ${text}`) : []
  const parts = [...keys, ...texts]
  return parts.length > 1 ? parts.map((part) => `(${part})`).join(' OR ') : (parts[0] ?? null)
}
