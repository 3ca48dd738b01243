import { filePath, folderPath, joinPath, lastName, parentPath, readFolder } from '../../instance/folder-listing.ts'
import { send } from '../../instance/send.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import type { TransferJob, UploadConflictChoice } from '../../widgets/files/transfers/transfer.ts'
import { freeName } from './entry-names.ts'

/** A file to be stored. */
export interface SourceFile {
  /** Target path relative to the upload folder: `photos/2026/a.jpg`. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly type: string
  /** Current path from the root of its service; absent if it is not stored in one. */
  readonly source?: string
  readonly content: (signal: AbortSignal) => Promise<Blob>
}

/** Files, and folders to create even if they are empty. */
export interface SourceTree {
  readonly files: readonly SourceFile[]
  readonly folders: readonly string[]
}

/** Returns the files whose target exists. `existing`: paths relative to the upload folder. */
export function conflictsOf({ files }: SourceTree, existing: ReadonlySet<string>): readonly string[] {
  return files.filter(({ path }) => existing.has(path)).map(({ path }) => path)
}

/** Returns the files to send, with their target names. */
export function planFiles(
  files: readonly SourceFile[],
  existing: ReadonlySet<string>,
  choice: UploadConflictChoice,
): readonly SourceFile[] {
  if (choice === 'replace') return files
  if (choice === 'skip') return files.filter(({ path }) => !existing.has(path))
  const taken = new Set([...existing, ...files.map(({ path }) => path)])
  return files.map((file) => {
    if (!existing.has(file.path)) return file
    const folder = parentPath(file.path)
    const free = joinPath(
      folder,
      freeName(lastName(file.path), (name) => taken.has(joinPath(folder, name))),
    )
    taken.add(free)
    return { ...file, path: free }
  })
}

/** Returns the folders that the tree needs, parents first. */
export function foldersOf({ files, folders }: SourceTree): readonly string[] {
  const needed = new Set<string>()
  const add = (folder: string) => {
    if (folder === '' || needed.has(folder)) return
    add(parentPath(folder))
    needed.add(folder)
  }
  for (const folder of folders) add(folder)
  for (const { path } of files) add(parentPath(path))
  return [...needed]
}

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
  const creations = new Map<string, Promise<void>>()
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
    const known = creations.get(below)
    if (known) return known
    const making = make(below)
    creations.set(below, making)
    // A retry creates it again.
    making.catch(() => creations.delete(below))
    return making
  }
  return need
}
