import type { GridColumn } from '../../widgets/grid/grid-source.ts'
import { type FieldKind, isRestricted, kindOf, labelOf, readOnlyReason } from './field-kind.ts'
import { printValue, readValue, showValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import type { TableDescription } from './table-description.ts'
import type { WireField } from './wire-table.ts'

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
  const restricted = isRestricted(field)
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
