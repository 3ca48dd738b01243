import {
  IconClipboard,
  IconCopy,
  IconCut,
  IconDownload,
  IconFolderOpen,
  IconFolderShare,
  IconInfoCircle,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { type FileEntry, filePath, filesKey, folderPath, lastName, parentPath } from '../../instance/folder-listing.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import { startTransfer } from '../../widgets/files/transfers/start-transfer.ts'
import type { TransferItem, TransferJob, TransferProgress } from '../../widgets/files/transfers/transfer.ts'
import { commonWords } from '../../words/messages.ts'
import { countWords, freeName } from './entry-names.ts'
import { deleteEntries, type FileOutcome, placeEntries } from './file-calls.ts'
import { filesMessages } from './messages.ts'
import type { UploadActions } from './use-upload.tsx'

/** Most entries for which the confirmation of a deletion tells what names them. */
const mostLookedUp = 20

/** Copied or cut entries, until they are pasted. */
export interface Clipboard {
  readonly place: FolderPlace
  readonly entries: readonly FileEntry[]
  readonly move: boolean
}

export type EntryDialog =
  | { readonly kind: 'new-folder' | 'new-file' | 'from-address' | 'unpack' }
  | { readonly kind: 'rename' | 'details'; readonly entry: FileEntry }
  | { readonly kind: 'place'; readonly entries: readonly FileEntry[]; readonly move: boolean }

interface EntryActionsParts {
  readonly place: FolderPlace
  readonly entries: readonly FileEntry[]
  readonly clipboard: Clipboard | null
  readonly onClipboard: (clipboard: Clipboard | null) => void
  readonly open: (entry: FileEntry) => void
  readonly upload: UploadActions
}

export type EntryActions = ReturnType<typeof useEntryActions>

/** Returns the actions for the entries of a folder. */
export function useEntryActions({ place, entries, clipboard, onClipboard, open, upload }: EntryActionsParts) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const environment = useEnvironment()
  const [dialog, setDialog] = useState<EntryDialog | null>(null)
  const changed = (service: string) => void queryClient.invalidateQueries({ queryKey: filesKey(service) })

  const remove = async (gone: readonly FileEntry[]) => {
    const folders = gone.filter(({ type }) => type === 'folder').length
    const [only] = gone
    if (only === undefined || writeBlock) return
    const what = gone.length === 1 ? only.name : countWords(folders, gone.length - folders)
    const { namedQuestion } = await import('../../widgets/list/deletion/deletion-question.tsx')
    const paths = gone
      .slice(0, mostLookedUp)
      .map(({ type, path }) => (type === 'folder' ? folderPath : filePath)(place.service, path))
    const sure = await confirm({
      body: await namedQuestion(environment, paths),
      title: filesMessages.deleteQuestion({ what }),
      ...(folders > 0 && { text: filesMessages.deleteFoldersWarning }),
      action: filesMessages.deleteWhat({ what }),
      danger: true,
    })
    if (!sure) return
    const onChange = (ended: boolean) => ended && changed(place.service)
    void startTransfer(deleteJob(place, { title: filesMessages.deleteWhat({ what }), entries: gone, onChange }))
  }

  const copy = (copied: readonly FileEntry[], move: boolean) => {
    if (copied.length === 0) return
    onClipboard({ place, entries: copied, move })
    const folders = copied.filter(({ type }) => type === 'folder').length
    const what = copied.length === 1 ? (copied[0]?.name ?? '') : countWords(folders, copied.length - folders)
    notify({
      type: 'success',
      title: filesMessages.module,
      text: move ? filesMessages.wasCut({ what }) : filesMessages.wasCopied({ what }),
      tag: 'files-clipboard',
    })
  }

  /** Copies or moves entries within a service on the server, without passing their content through the browser. */
  const putInto = (target: FolderPlace, put: readonly FileEntry[], move: boolean, taken: ReadonlySet<string>) => {
    const used = new Set(taken)
    const names = new Map(
      put.map((entry) => {
        // Moving does not ask and does not overwrite; copies get a free name.
        const name = move ? entry.name : freeName(entry.name, (one) => used.has(one))
        used.add(name)
        return [entry.path, name]
      }),
    )
    const folder = lastName(target.folder) || target.service
    void startTransfer(
      placeJob(target, {
        title: move ? filesMessages.moveToFolder({ folder }) : filesMessages.copyToFolder({ folder }),
        entries: put,
        nameOf: ({ path, name }) => names.get(path) ?? name,
        move,
        onChange: (ended) => ended && changed(target.service),
      }),
    )
  }

  const paste = async () => {
    if (clipboard === null || writeBlock) return
    const { place: from, entries: put, move } = clipboard
    if (from.service !== place.service) {
      const began = await upload.bring(from, put, move)
      if (began && move) onClipboard(null)
      return
    }
    const sameFolder = put.every(({ path }) => parentPath(path) === place.folder)
    if (move && sameFolder) return onClipboard(null)
    putInto(place, put, move, new Set(entries.map(({ name }) => name)))
    if (move) onClipboard(null)
  }

  const download = async (wanted: readonly FileEntry[]) => {
    try {
      const downloads = await import('./download.ts')
      const [only] = wanted
      if (only === undefined) await downloads.downloadFolder(place.service, place.folder)
      else if (wanted.length > 1) await downloads.downloadChosen(place, wanted)
      else if (only.type === 'folder') await downloads.downloadFolder(place.service, only.path)
      else await downloads.downloadFile(place.service, only)
    } catch (error) {
      notifyError(error)
    }
  }

  const rename = (entry: FileEntry) => setDialog({ kind: 'rename', entry })
  const block = { disabledReason: writeBlock }

  const entriesOf = (wanted: readonly FileEntry[]): readonly MenuEntry[] => {
    const [only] = wanted.length === 1 ? wanted : []
    const one: MenuEntry[] = only
      ? [{ label: filesMessages.open, icon: <IconFolderOpen />, onSelect: () => open(only) }]
      : []
    const single: MenuEntry[] = only
      ? [
          {
            label: filesMessages.renameDots,
            icon: <IconPencil />,
            keys: ['F2'],
            ...block,
            onSelect: () => rename(only),
          },
          {
            label: filesMessages.details,
            icon: <IconInfoCircle />,
            onSelect: () => setDialog({ kind: 'details', entry: only }),
          },
        ]
      : []
    return [
      ...one,
      {
        label: only?.type === 'file' ? filesMessages.downloadIt : filesMessages.downloadAsZip,
        icon: <IconDownload />,
        onSelect: () => void download(wanted),
      },
      { kind: 'separator', id: 'clipboard' },
      {
        label: filesMessages.cut,
        icon: <IconCut />,
        keys: ['Ctrl', 'X'],
        ...block,
        onSelect: () => copy(wanted, true),
      },
      { label: commonWords.copy, icon: <IconClipboard />, keys: ['Ctrl', 'C'], onSelect: () => copy(wanted, false) },
      {
        label: filesMessages.moveDots,
        icon: <IconFolderShare />,
        ...block,
        onSelect: () => setDialog({ kind: 'place', entries: wanted, move: true }),
      },
      {
        label: filesMessages.copyDots,
        icon: <IconCopy />,
        ...block,
        onSelect: () => setDialog({ kind: 'place', entries: wanted, move: false }),
      },
      { kind: 'separator', id: 'one' },
      ...single,
      {
        label: filesMessages.deleteDots,
        icon: <IconTrash />,
        keys: [filesMessages.del],
        danger: true,
        ...block,
        onSelect: () => void remove(wanted),
      },
    ]
  }

  return {
    dialog,
    setDialog,
    writeBlock,
    open,
    changed: () => changed(place.service),
    remove: (gone: readonly FileEntry[]) => void remove(gone),
    copy,
    paste: () => void paste(),
    putInto,
    download: (wanted: readonly FileEntry[]) => void download(wanted),
    rename,
    entriesOf,
  }
}

/** Number of entries per request. */
const perRequest = 20

const itemsOf = (entries: readonly FileEntry[]): readonly TransferItem[] =>
  entries.map(({ name, type }) => ({ label: type === 'folder' ? `${name}/` : name, size: null }))

interface EntryWork {
  readonly title: string
  readonly entries: readonly FileEntry[]
  readonly onChange: (ended: boolean) => void
}

/** Deletes entries of a folder, and reports each that failed. */
function deleteJob(place: FolderPlace, { title, entries, onChange }: EntryWork): TransferJob {
  return entryJob({ title, entries, onChange }, (some, { signal }) => deleteEntries(place, some, signal))
}

/** Copies or moves entries within a service; `nameOf` returns the target name. */
function placeJob(
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
  act: (entries: readonly FileEntry[], progress: TransferProgress) => Promise<readonly FileOutcome[]>,
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
