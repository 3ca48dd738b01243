import { lazy, Suspense } from 'react'
import type { RecordId } from '../../../instance/collections.ts'
import type { BulkField } from '../../records/list-declaration/declaration.ts'
import type { ExportRecord, ExportSource } from '../../transfer/export/export-source.ts'
import type { ChunkResult } from './in-chunks.ts'
import type { BulkJob } from './progress-dialog.tsx'

const BulkEditDialog = lazy(() =>
  import('./bulk-edit-dialog.tsx').then((module) => ({ default: module.BulkEditDialog })),
)
const ExportDialog = lazy(() =>
  import('../../transfer/export/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
)
const ListImport = lazy(() => import('./list-import.tsx').then((module) => ({ default: module.ListImport })))
const ProgressDialog = lazy(() =>
  import('./progress-dialog.tsx').then((module) => ({ default: module.ProgressDialog })),
)
const SaveViewDialog = lazy(() =>
  import('./save-view-dialog.tsx').then((module) => ({ default: module.SaveViewDialog })),
)
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

/** The dialog open over the list; each is loaded on demand. */
export type OpenDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'import' }
  | { readonly kind: 'export'; readonly source: ExportSource<ExportRecord> }
  | { readonly kind: 'save-view' }
  | { readonly kind: 'bulk-edit' }
  | { readonly kind: 'job'; readonly job: BulkJob; readonly onEnd: (result: ChunkResult | null) => void }

interface ListDialogsProps {
  open: OpenDialog
  collection: string
  one: string
  many: string
  what: string
  bulkFields: readonly BulkField[]
  /** Ids of the selection, if they are known individually. */
  chosen: readonly RecordId[]
  views: readonly string[]
  onClose: () => void
  /** Called when records were imported: the whole file, or its valid rows. */
  onImported: (all: boolean) => void
  onSaveView: (name: string) => void
  onBulkEdit: (changes: Readonly<Record<string, unknown>>) => void
}

export function ListDialogs({ open, onClose, ...props }: ListDialogsProps) {
  return <Suspense fallback={null}>{dialog()}</Suspense>

  function dialog() {
    switch (open.kind) {
      case 'none':
        return null
      case 'shortcuts':
        return <ShortcutsDialog onClose={onClose} />
      case 'import':
        return (
          <ListImport
            collection={props.collection}
            one={props.one}
            many={props.many}
            onClose={onClose}
            onImported={props.onImported}
          />
        )
      case 'export':
        return <ExportDialog source={open.source} onClose={onClose} />
      case 'save-view':
        return <SaveViewDialog taken={props.views} onClose={onClose} onSave={props.onSaveView} />
      case 'bulk-edit':
        return (
          <BulkEditDialog
            fields={props.bulkFields}
            what={props.what}
            collection={`system/${props.collection}`}
            ids={props.chosen}
            onClose={onClose}
            onApply={props.onBulkEdit}
          />
        )
      case 'job':
        return <ProgressDialog job={open.job} onEnd={open.onEnd} />
    }
  }
}
