import { type FileStorage, joined, type StoredEntry } from '@millwright/connector/files/file-storage'

/** A file or folder in a folder or below it. */
export interface Found {
  readonly entry: StoredEntry
  /** Path from the root of the service. */
  readonly path: string
}

/** The content of a folder sorted by name, or `null` if the folder does not exist. */
export async function inOrder(storage: FileStorage, folder: string): Promise<Found[] | null> {
  const entries = await storage.list(folder)
  if (entries === null) return null
  return entries
    .map((entry) => ({ entry, path: joined(folder, entry.name) }))
    .sort((one, other) => (one.entry.name < other.entry.name ? -1 : 1))
}

/** Yields everything below a folder, folders before their content. Folders for which `enters` returns false are skipped. */
export async function* walk(
  storage: FileStorage,
  folder: string,
  enters: (path: string) => boolean = () => true,
): AsyncGenerator<Found> {
  for (const found of (await inOrder(storage, folder)) ?? []) {
    if (found.entry.type === 'file') yield found
    else if (enters(found.path)) {
      yield found
      yield* walk(storage, found.path, enters)
    }
  }
}
