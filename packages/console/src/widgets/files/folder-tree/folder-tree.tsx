import { IconFolder, IconServer2 as IconServer } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FileEntry, subfoldersQuery } from '../../../instance/folder-listing.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Tree, useUnfolded } from '../../explorer/tree/tree.tsx'
import { type Below, type TreeNode, treeRows } from '../../explorer/tree/tree-rows.ts'
import { type FolderPlace, placeId, placesAbove, readPlaceId } from './folder-place.ts'

/** A service shown in the tree. */
export interface TreeRoot {
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
export function FolderTree({ label, roots, chosen, onChoose }: FolderTreeProps) {
  const chosenId = chosen && placeId(chosen)
  const [unfolded, fold] = useUnfolded(chosenId, chosen === null ? [] : wayTo(chosen))
  const ids = useMemo(() => [...unfolded], [unfolded])
  const rows = useQueries({
    queries: ids.map((id) => {
      const { service, folder } = readPlaceId(id)
      return { ...subfoldersQuery(service, folder), retry: false }
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
