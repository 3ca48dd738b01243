import { joinPath, lastName, parentPath } from '../../instance/folder-listing.ts'
import { freeName } from './file-name.ts'

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

/** What to do with existing files. */
export type ConflictChoice = 'skip' | 'replace' | 'keep-both'

/** Returns the files whose target exists. `existing`: paths relative to the upload folder. */
export function conflictsOf({ files }: SourceTree, existing: ReadonlySet<string>): readonly string[] {
  return files.filter(({ path }) => existing.has(path)).map(({ path }) => path)
}

/** Returns the files to send, with their target names. */
export function planFiles(
  files: readonly SourceFile[],
  existing: ReadonlySet<string>,
  choice: ConflictChoice,
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
