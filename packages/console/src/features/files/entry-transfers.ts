import type { FileEntry } from '../../instance/folder-listing.ts'
import type { FolderPlace } from '../../widgets/folder-tree/folder-place.ts'
import type { Progress, TransferItem, TransferJob } from '../../widgets/transfers/transfer.ts'
import { deleteEntries, type Outcome, placeEntries } from './file-calls.ts'

/** Entries of one request. */
const perRequest = 20

const itemsOf = (entries: readonly FileEntry[]): readonly TransferItem[] =>
  entries.map(({ name, type }) => ({ label: type === 'folder' ? `${name}/` : name, size: null }))

interface EntryWork {
  readonly title: string
  readonly entries: readonly FileEntry[]
  readonly onChange: (ended: boolean) => void
}

/** Deletes entries of a folder, those that are refused told one by one. */
export function deleteJob(place: FolderPlace, { title, entries, onChange }: EntryWork): TransferJob {
  return entryJob({ title, entries, onChange }, (some, { signal }) => deleteEntries(place, some, signal))
}

/** Copies or moves entries within a service; `nameOf` is what one is called where it comes to. */
export function placeJob(
  target: FolderPlace,
  { nameOf, move, ...work }: EntryWork & { readonly nameOf: (entry: FileEntry) => string; readonly move: boolean },
): TransferJob {
  return entryJob(work, (some, { signal }) => {
    const items = some.map((entry) => ({ entry, name: nameOf(entry) }))
    return placeEntries(target, items, move, signal)
  })
}

function entryJob(
  { title, entries, onChange }: EntryWork,
  act: (entries: readonly FileEntry[], progress: Progress) => Promise<readonly Outcome[]>,
): TransferJob {
  return {
    title,
    items: itemsOf(entries),
    batch: perRequest,
    parallel: 1,
    canRetry: true,
    onChange,
    run: async (positions, progress) => {
      const some = positions.flatMap((at) => entries[at] ?? [])
      const results = await act(some, progress)
      for (const [index, at] of positions.entries()) {
        const refusal = results[index]
        if (refusal) progress.failed(at, refusal)
      }
    },
  }
}
