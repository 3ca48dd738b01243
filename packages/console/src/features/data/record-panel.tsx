import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { newRecord } from './data-search.ts'
import type { OpenRecord } from './open-record.ts'
import { RecordForm } from './record-form.tsx'
import { recordQuery } from './record-query.ts'

/** One record over the grid. What is typed and not saved goes back into the grid when it closes. */
export function RecordPanel(props: OpenRecord) {
  const { place, table, model, record, onClose } = props
  const creating = record === newRecord
  const drafted = model.drafts.of(record)
  const held = drafted ? { key: record, record: drafted.base } : model.windows.rowOf(record)
  const read = useQuery({
    ...recordQuery(place, table, record),
    enabled: !creating && held === undefined,
  })
  const row = held ?? read.data
  if (creating || row) return <RecordForm {...props} row={row ?? null} Panel={RecordPanel} />
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
