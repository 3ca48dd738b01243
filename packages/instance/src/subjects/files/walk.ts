import { type FileStorage, joined, type StoredEntry } from '../../gateway/ports/file-storage.ts'

/** Something in a folder or below it. */
export interface Found {
  readonly entry: StoredEntry
  /** From the root of the service. */
  readonly path: string
}

/** The content of a folder in the order of names; null: there is no such folder. */
export async function inOrder(storage: FileStorage, folder: string): Promise<Found[] | null> {
  const entries = await storage.list(folder)
  if (entries === null) return null
  return entries
    .map((entry) => ({ entry, path: joined(folder, entry.name) }))
    .sort((one, other) => (one.entry.name < other.entry.name ? -1 : 1))
}

/** All below a folder, folders before their content. `enters` says which folders to look into; the others are left out. */
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
