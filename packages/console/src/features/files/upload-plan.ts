import { joinPath, lastName, parentPath } from '../../instance/folder-listing.ts'
import { freeName } from './file-name.ts'

/** A file that is to be stored. */
export interface SourceFile {
  /** Where it goes, from the folder that is uploaded to: `photos/2026/a.jpg`. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly type: string
  /** Where it is stored now, from the root of its service; absent: nowhere. */
  readonly source?: string
  readonly content: (signal: AbortSignal) => Promise<Blob>
}

/** Files, and folders that there have to be even without any. */
export interface SourceTree {
  readonly files: readonly SourceFile[]
  readonly folders: readonly string[]
}

/** What is done about files that are there already. */
export type ConflictChoice = 'skip' | 'replace' | 'keep-both'

/** Files whose place is taken. `existing`: paths from the folder that is uploaded to. */
export function conflictsOf({ files }: SourceTree, existing: ReadonlySet<string>): readonly string[] {
  return files.filter(({ path }) => existing.has(path)).map(({ path }) => path)
}

/** The files that are sent, under the names that they get. */
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

/** The folders that the tree needs, those above first. */
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
