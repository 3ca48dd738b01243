import { cellEdit, type GridModel } from '../../widgets/grid/grid-model.ts'
import type { CellPlace } from '../../widgets/grid/selection.ts'
import { labelOf } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import { ReferenceLookup } from './reference-lookup.tsx'
import { recordKey, type TableDescription } from './table-description.ts'
import type { TablePlace } from './wire-table.ts'

interface GridLookupProps {
  place: TablePlace
  table: TableDescription
  model: GridModel
  cell: CellPlace
  onClose: () => void
}

/** Looks up the record that a cell of the grid references. Renders nothing for cells without a reference. */
export function GridLookup({ place, table, model, cell, onClose }: GridLookupProps) {
  const column = model.columnAt(cell.column)
  const row = model.rowAt(cell.row)
  const field = table.fields.find(({ name }) => name === column?.name)
  if (!column || !row || !field?.ref_table || model.lockOf(row, column) !== null) return null
  return (
    <ReferenceLookup
      title={dataMessages.lookUp({ field: labelOf(field) })}
      place={{ service: place.service, table: field.ref_table }}
      onClose={onClose}
      onChoose={(record, key) => {
        const value = field.ref_field ? record[field.ref_field] : recordKey(record, key)
        model.drafts.edit([cellEdit(row, column, value ?? null)])
        onClose()
      }}
    />
  )
}
