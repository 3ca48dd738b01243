import { IconFolder, IconServer2 as IconServer } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type FileEntry, subfoldersQuery } from '../../../instance/folder-listing.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { commonWords } from '../../../words/messages.ts'
import { Tree, useUnfolded } from '../../explorer/tree/tree.tsx'
import { type Below, type TreeNode, treeRows } from '../../explorer/tree/tree-rows.ts'
import styles from './folder-chooser.module.css'
import { type FolderPlace, placeId, placesAbove, readPlaceId } from './folder-place.ts'
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

/** A service shown in the tree. */
interface TreeRoot {
  readonly service: string
  readonly label: string
}

interface FolderNode extends TreeNode {
  readonly place: FolderPlace
}

interface FolderTreeProps {
  label: string
  roots: readonly TreeRoot[]
  chosen: FolderPlace | null
  onChoose: (place: FolderPlace) => void
}

/** The folders of services, loaded when their parent is expanded. */
function FolderTree({ label, roots, chosen, onChoose }: FolderTreeProps) {
  const chosenId = chosen && placeId(chosen)
  const [unfolded, fold] = useUnfolded(chosenId, chosen === null ? [] : wayTo(chosen))
  const ids = useMemo(() => [...unfolded], [unfolded])
  const rows = useQueries({
    queries: ids.map((id) => {
      const { service, folder } = readPlaceId(id)
      return subfoldersQuery(service, folder)
    }),
    combine: (answers) => {
      const known = new Map(ids.map((id, at) => [id, foldersBelow(readPlaceId(id).service, answers[at])]))
      const nodes = roots.map(({ service, label }) => nodeOf({ service, folder: '' }, label))
      return treeRows(nodes, unfolded, ({ id }) => known.get(id))
    },
  })
  return (
    <Tree
      label={label}
      rows={rows}
      chosenId={chosenId}
      onFold={fold}
      onChoose={({ place }) => onChoose(place)}
      iconOf={(_node, level) => (level === 1 ? <IconServer aria-hidden="true" /> : <IconFolder aria-hidden="true" />)}
    />
  )
}

function nodeOf(place: FolderPlace, label: string): FolderNode {
  return { id: placeId(place), label, place }
}

function wayTo(chosen: FolderPlace): readonly string[] {
  return (chosen.folder === '' ? [chosen] : placesAbove(chosen)).map(placeId)
}

interface Answer {
  readonly data: readonly FileEntry[] | undefined
  readonly error: Error | null
}

function foldersBelow(service: string, answer: Answer | undefined): Below<FolderNode> {
  if (answer?.data)
    return { kind: 'known', nodes: answer.data.map(({ path, name }) => nodeOf({ service, folder: path }, name)) }
  return answer?.error ? { kind: 'failed', message: messageOf(answer.error) } : { kind: 'loading' }
}
