import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { newRecord } from './data-search.ts'
import { RecordForm } from './record-form.tsx'
import { recordQuery } from './record-query.ts'
import type { TableDescription } from './table-description.ts'
import type { RecordActions } from './use-record-actions.ts'
import type { TablePlace } from './wire-table.ts'

export interface RecordPanelProps {
  place: TablePlace
  table: TableDescription
  model: GridModel
  actions: RecordActions
  /** The key of the record, or `new`. */
  record: string
  onClose: () => void
}

/** One record over the grid. What is typed and not saved goes back into the grid when it closes. */
export function RecordPanel(props: RecordPanelProps) {
  const { place, table, model, record, onClose } = props
  const creating = record === newRecord
  const drafted = model.drafts.of(record)
  const held = drafted ? { key: record, record: drafted.base } : model.windows.rowOf(record)
  const read = useQuery({
    ...recordQuery(place, table, record),
    enabled: !creating && held === undefined,
  })
  const row = held ?? read.data
  if (creating || row) return <RecordForm {...props} row={row ?? null} />
  return (
    <EditorFrame title={`Edit ${table.label}`} onClose={onClose}>
      {read.error || read.data === null ? (
        <Banner tone="danger">{read.error ? messageOf(read.error) : 'There is no such record.'}</Banner>
      ) : (
        <Skeleton lines={6} />
      )}
    </EditorFrame>
  )
}
