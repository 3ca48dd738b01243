import { useState } from 'react'
import { notify } from '../../notifications/notify.ts'
import { ExportTarget } from './export-target.tsx'
import { ItemPicker } from './item-picker.tsx'
import { packageMessages } from './messages.ts'
import { type Chosen, hasAll, type Item, type Source, withItems } from './package-selection.ts'
import styles from './packages.module.css'
import { SelectedContent } from './selected-content.tsx'

/** Chooses what goes into a package, and where it goes. */
export function ExportPane({ sources }: { sources: readonly Source[] }) {
  const [selection, setSelection] = useState<readonly Chosen[]>([])
  const add = (source: Source, items: readonly Item[], all: boolean) => {
    if (hasAll(selection, source)) {
      const text = packageMessages.allSelected(source.type, source.name)
      notify({ type: 'error', title: packageMessages.module, text, tag: 'packages' })
    } else setSelection(withItems(selection, source, items, all))
  }
  return (
    <div className={styles.columns}>
      <ItemPicker sources={sources} onAdd={add} />
      <div className={styles.column}>
        <SelectedContent
          selection={selection}
          onRemove={(row) => setSelection(selection.filter((each) => each !== row))}
        />
        <ExportTarget selection={selection} onClear={() => setSelection([])} />
      </div>
    </div>
  )
}
