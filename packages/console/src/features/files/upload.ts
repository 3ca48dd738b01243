import { filePath, folderPath, joinPath, parentPath, readFolder } from '../../instance/folder-listing.ts'
import { send } from '../../instance/send.ts'
import type { FolderPlace } from '../../widgets/folder-tree/folder-place.ts'
import type { TransferJob } from '../../widgets/transfers/transfer.ts'
import { foldersOf, type SourceTree } from './upload-plan.ts'

/** Files on their way at a time: browsers keep six connections to a server, and browsing goes on. */
const parallel = 4

export interface UploadParts {
  readonly title: string
  readonly place: FolderPlace
  /** As it is to be stored; conflicts are settled. */
  readonly tree: SourceTree
  /** Folders that are there already, from the place. */
  readonly existing: ReadonlySet<string>
  readonly replace: boolean
  readonly onChange: (ended: boolean) => void
}

/** Stores files and the folders that they need, some at a time, each as the bytes that it is. */
export function uploadJob({ title, place, tree, existing, replace, onChange }: UploadParts): TransferJob {
  const needFolder = folderMaker(place, existing)
  const filled = new Set(tree.files.flatMap(({ path }) => foldersOf({ files: [], folders: [parentPath(path)] })))
  const empty = tree.folders.filter((folder) => !filled.has(folder) && !existing.has(folder))
  const items = [
    ...tree.files.map(({ path, size }) => ({ label: path, size })),
    ...empty.map((folder) => ({ label: `${folder}/`, size: 0 })),
  ]
  return {
    title,
    items,
    batch: 1,
    parallel,
    canRetry: true,
    onChange,
    run: async ([at = 0], { signal, bytes }) => {
      const file = tree.files[at]
      if (!file) return needFolder(empty[at - tree.files.length] ?? '')
      await needFolder(parentPath(file.path))
      await send({
        verb: 'POST',
        path: filePath(place.service, joinPath(place.folder, file.path)),
        params: { check_exist: replace ? null : true },
        headers: { 'Content-Type': file.type || 'application/octet-stream' },
        body: await file.content(signal),
        signal,
        onSent: (share) => bytes(at, share * file.size),
      })
    },
  }
}

/** Makes each folder once, after those above it; one that somebody else made meanwhile will do. */
function folderMaker(
  { service, folder }: FolderPlace,
  existing: ReadonlySet<string>,
): (below: string) => Promise<void> {
  const made = new Map<string, Promise<void>>()
  const make = async (below: string): Promise<void> => {
    if (below === '' || existing.has(below)) return
    await need(parentPath(below))
    const path = joinPath(folder, below)
    try {
      await send({ verb: 'POST', path: folderPath(service, path) })
    } catch (error) {
      const there = await readFolder(service, path).catch(() => null)
      if (there === null) throw error
    }
  }
  const need = (below: string): Promise<void> => {
    const known = made.get(below)
    if (known) return known
    const making = make(below)
    made.set(below, making)
    // Another try makes it anew.
    making.catch(() => made.delete(below))
    return making
  }
  return need
}
