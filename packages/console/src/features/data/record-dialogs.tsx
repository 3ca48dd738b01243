import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import type { DialogName } from './dialog-name.ts'
import { ExportDialog } from './export/export-dialog.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import type { TableDescription } from './table-description.ts'
import { useRecount } from './use-records.ts'
import type { TablePlace } from './wire-table.ts'

interface RecordDialogsProps {
  name: DialogName
  place: TablePlace
  table: TableDescription
  model: GridModel
  filter: string | null
  order: string | null
  chosen: readonly string[]
  /** Null: as they are chosen by rule. */
  onChoose: (names: readonly string[] | null) => void
  onClose: () => void
}

/** The windows that the toolbar opens. */
export function RecordDialogs({ name, place, table, model, chosen, onClose, ...props }: RecordDialogsProps) {
  const recount = useRecount(place)
  switch (name) {
    case 'columns':
      return <ColumnsDialog table={table} chosen={chosen} onChoose={props.onChoose} onClose={onClose} />
    case 'keys':
      return <KeysDialog onClose={onClose} />
    case 'export':
      return (
        <ExportDialog
          place={place}
          table={table}
          filter={props.filter}
          order={props.order}
          chosen={chosen}
          count={model.windows.count}
          onClose={onClose}
        />
      )
    case 'import':
      return (
        <ImportDialog
          place={place}
          table={table}
          onStored={() => {
            model.windows.refresh()
            recount()
          }}
          onClose={onClose}
        />
      )
  }
}
