import { useState } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { Stack } from '../../ui/layout.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { useAppFolders } from './app-folders.ts'
import { ExportTarget } from './export-target.tsx'
import { ItemPicker } from './item-picker.tsx'
import { packageMessages } from './messages.ts'
import { type Chosen, hasAll, type Item, type Source, withItems } from './package-selection.ts'
import styles from './packages.module.css'
import { SelectedContent } from './selected-content.tsx'

/** Chooses what goes into a package, and where it goes. Apps bring the folders that they live in. */
export function ExportPane({ sources }: { sources: readonly Source[] }) {
  const [selection, setSelection] = useState<readonly Chosen[]>([])
  const writeBlock = useWriteBlock()
  const foldersOf = useAppFolders(sources)
  const add = (source: Source, items: readonly Item[], all: boolean) => {
    const complete = hasAll(selection, source)
    let next = complete ? selection : withItems(selection, source, items, all)
    const folders = source.kind === 'system' && source.name === 'app' ? foldersOf(items) : []
    for (const { source: storage, item } of folders) {
      if (!hasAll(next, storage)) next = withItems(next, storage, [item], false)
    }
    setSelection(next)
    if (complete && next.length === selection.length) {
      const text = packageMessages.allSelected(source.type, source.name)
      notify({ type: 'error', title: packageMessages.module, text, tag: 'packages' })
    }
  }
  return (
    <ReadOnly value={writeBlock}>
      <div className={styles.columns}>
        <ItemPicker sources={sources} onAdd={add} />
        <Stack gap={4} shrink className={styles.column}>
          <SelectedContent
            selection={selection}
            onRemove={(row) => setSelection(selection.filter((each) => each !== row))}
          />
          <ExportTarget selection={selection} onClear={() => setSelection([])} />
        </Stack>
      </div>
    </ReadOnly>
  )
}
