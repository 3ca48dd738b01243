import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { commonWords } from '../../../words/messages.ts'
import styles from './folder-chooser.module.css'
import type { FolderPlace } from './folder-place.ts'
import { FolderTree, type TreeRoot } from './folder-tree.tsx'
import { t } from './messages.ts'

interface FolderChooserProps {
  title: string
  description?: string
  /** Label of the button for the chosen folder. */
  action: string
  roots: readonly TreeRoot[]
  start: FolderPlace | null
  /** Why a folder cannot be chosen, or `null`. */
  refuse?: (place: FolderPlace) => string | null
  onChoose: (place: FolderPlace) => void
  onClose: () => void
}

/** A dialog for choosing a folder of a file service. */
export function FolderChooser({ title, description, action, roots, start, refuse, ...act }: FolderChooserProps) {
  const [place, setPlace] = useState(start)
  const reason = place === null ? t.folderMissing : (refuse?.(place) ?? null)
  return (
    <Dialog
      open
      size="medium"
      title={title}
      description={description}
      onClose={act.onClose}
      footer={
        <>
          <p className={styles.chosen} role="status">
            {place === null ? '' : `/${[place.service, place.folder].filter(Boolean).join('/')}/`}
          </p>
          <Button onClick={act.onClose}>{commonWords.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={reason}
            onClick={() => {
              if (place) act.onChoose(place)
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.tree}>
        <FolderTree label={t.folders} roots={roots} chosen={place} onChoose={setPlace} />
      </div>
    </Dialog>
  )
}
