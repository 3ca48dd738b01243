import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import type { DialogName } from './records-view.tsx'
import type { TableDescription } from './table-description.ts'
import type { TablePlace } from './wire-table.ts'

export interface RecordDialogsProps {
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
export function RecordDialogs(props: RecordDialogsProps) {
  switch (props.name) {
    case 'columns':
      return (
        <ColumnsDialog table={props.table} chosen={props.chosen} onChoose={props.onChoose} onClose={props.onClose} />
      )
    case 'keys':
      return <KeysDialog onClose={props.onClose} />
    case 'import':
    case 'export':
      return null
  }
}
