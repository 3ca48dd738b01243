import { filePath, folderPath, joinPath, parentPath, readFolder } from '../../instance/folder-listing.ts'
import { send } from '../../instance/send.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import type { TransferJob } from '../../widgets/files/transfers/transfer.ts'
import { foldersOf, type SourceTree } from './upload-plan.ts'

/** Number of concurrent uploads: browsers limit connections to a server to six, and browsing must stay possible. */
const parallel = 4

export interface UploadParts {
  readonly title: string
  readonly place: FolderPlace
  /** The tree to store, after conflicts were resolved. */
  readonly tree: SourceTree
  /** Existing folders, relative to the target folder. */
  readonly existing: ReadonlySet<string>
  readonly replace: boolean
  readonly onChange: (ended: boolean) => void
}

/** Uploads files, and creates the folders that they need, several at a time, without changing their bytes. */
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

/** Creates each folder once, after its parents; a folder that was created by someone else meanwhile is used. */
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
    // A retry creates it again.
    making.catch(() => made.delete(below))
    return making
  }
  return need
}
