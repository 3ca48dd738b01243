import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FileEntry, filesKey, folderQuery, lastName } from '../../instance/folder-listing.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import { askAboutExisting, startTransfer } from '../../widgets/files/transfers/start-transfer.ts'
import { filesMessages } from './messages.ts'
import { moveJob } from './move.ts'
import { chosenFiles, droppedTree, existingPaths, storedTree } from './source-tree.ts'
import { conflictsOf, foldersOf, planFiles, type SourceTree, uploadJob } from './upload.ts'

export interface UploadActions {
  readonly writeBlock: string | null
  /** The check in progress before anything is sent, as a sentence. */
  readonly preparing: string | null
  readonly chooseFiles: () => void
  readonly chooseFolder: () => void
  readonly drop: (transfer: DataTransfer) => void
  /** Copies or moves entries of another service here through the browser; resolves to true once this has started. */
  readonly bring: (from: FolderPlace, entries: readonly FileEntry[], move: boolean) => Promise<boolean>
  /** Hidden inputs that open the browser's file pickers. */
  readonly pickers: ReactNode
}

/** Milliseconds between reloads of a folder during an upload. */
const rereadPause = 3000
/** Maximum number of entries of a folder that is reloaded during an upload. */
const fewEntries = 3000

/** Puts files into a folder: chosen, dropped, or from another service. The upload continues after the folder is left. */
export function useUpload(place: FolderPlace): UploadActions {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [preparing, setPreparing] = useState<string | null>(null)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)

  const store = async (
    reading: Promise<SourceTree>,
    titleOf: (folder: string) => string,
    movedFrom: FolderPlace | null = null,
  ) => {
    setPreparing(filesMessages.checkingExisting)
    try {
      const tree = await reading
      if (tree.files.length + tree.folders.length === 0) return false
      const existing = await existingPaths(place.service, place.folder, foldersOf(tree))
      const taken = conflictsOf(tree, existing.files)
      const title = titleOf(lastName(place.folder) || place.service)
      const asked = { title, names: taken, total: tree.files.length }
      const choice = taken.length === 0 ? 'skip' : await askAboutExisting(asked)
      if (choice === null) return false
      const planned = { ...tree, files: planFiles(tree.files, existing.files, choice) }
      if (planned.files.length + planned.folders.length === 0) return false
      const changed = [place, ...(movedFrom ? [movedFrom] : [])]
      const parts = {
        title,
        place,
        tree: planned,
        existing: existing.folders,
        replace: choice === 'replace',
        onChange: rereading(
          () => {
            const known = queryClient.getQueryData(folderQuery(place.service, place.folder).queryKey)
            return (known?.length ?? 0) < fewEntries
          },
          () => {
            for (const { service } of changed) void queryClient.invalidateQueries({ queryKey: filesKey(service) })
          },
        ),
      }
      void startTransfer(movedFrom === null ? uploadJob(parts) : moveJob({ ...parts, from: movedFrom, cut: tree }))
      return true
    } catch (error) {
      notifyError(error)
      return false
    } finally {
      setPreparing(null)
    }
  }

  const uploading = (folder: string) => filesMessages.uploadTitle({ folder })
  const picked = (input: HTMLInputElement) => {
    const list = [...(input.files ?? [])]
    input.value = ''
    void store(Promise.resolve(chosenFiles(list)), uploading)
  }
  return {
    writeBlock,
    preparing,
    chooseFiles: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
    drop: (transfer) => void store(droppedTree(transfer), uploading),
    bring: (from, entries, move) => {
      const parts = { service: from.service }
      const titleOf = (folder: string) =>
        move ? filesMessages.moveTransfer({ ...parts, folder }) : filesMessages.copyTransfer({ ...parts, folder })
      return store(storedTree(from.service, entries), titleOf, move ? from : null)
    },
    pickers: (
      <div hidden>
        <input
          ref={files}
          type="file"
          multiple
          tabIndex={-1}
          aria-label={filesMessages.filesToUpload}
          onChange={(event) => picked(event.target)}
        />
        <FolderInput input={folder} onPick={picked} />
      </div>
    ),
  }
}

interface FolderInputProps {
  input: { current: HTMLInputElement | null }
  onPick: (input: HTMLInputElement) => void
}

function FolderInput({ input, onPick }: FolderInputProps) {
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = true
  }, [input])
  return (
    <input
      ref={(element) => {
        input.current = element
      }}
      type="file"
      tabIndex={-1}
      aria-label={filesMessages.folderToUpload}
      onChange={(event) => onPick(event.target)}
    />
  )
}

/** Reloads the folder periodically, and at the end. */
function rereading(isSmall: () => boolean, reread: () => void): (ended: boolean) => void {
  let last = Date.now()
  return (ended) => {
    const now = Date.now()
    if (!ended && (now - last < rereadPause || !isSmall())) return
    last = now
    reread()
  }
}
