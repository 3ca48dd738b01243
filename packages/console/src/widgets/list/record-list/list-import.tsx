import { useState } from 'react'
import { ImportDialog } from '../../transfer/import/import-dialog.tsx'
import { collectionTarget } from './collection-target.ts'

interface ListImportProps {
  /** Path below `system/`. */
  collection: string
  one: string
  many: string
  onClose: () => void
  onImported: (all: boolean) => void
}

/** The import of a list. */
export function ListImport({ collection, one, many, onClose, onImported }: ListImportProps) {
  const [target] = useState(() => collectionTarget(collection, one, many))
  return <ImportDialog target={target} onImported={onImported} onClose={onClose} />
}
