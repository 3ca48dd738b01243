import { filePath, folderPath, joinPath } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import type { TransferJob } from '../../widgets/files/transfers/transfer.ts'
import { filesMessages } from './messages.ts'
import { foldersOf, type SourceTree, type UploadParts, uploadJob } from './upload.ts'

interface MoveParts extends UploadParts {
  /** The source folder. */
  readonly from: FolderPlace
  /** Everything that was cut, including files that are skipped because the target exists. */
  readonly cut: SourceTree
}

/**
 * Moves files to another service: copies each file, verifies the copy, and only then deletes the original; finally deletes the folders
 * that became empty. Files that could not be deleted fail by name, and a retry does not copy them again.
 */
export function moveJob({ from, cut, ...parts }: MoveParts): TransferJob {
  const sizes = new Map<string, number>()
  const files = parts.tree.files.map((file) => ({
    ...file,
    content: async (signal: AbortSignal) => {
      const content = await file.content(signal)
      sizes.set(file.path, content.size)
      return content
    },
  }))
  const copy = uploadJob({ ...parts, tree: { ...parts.tree, files } })
  const folders = foldersOf({ files: [], folders: cut.folders }).toReversed()
  const left = new Set(cut.files.map(({ source, path }) => source ?? joinPath(from.folder, path)))
  const copied = new Set<number>()
  const running = new Set<Promise<void>>()

  const moveFile: TransferJob['run'] = async ([at = 0], progress) => {
    if (!copied.has(at)) {
      await copy.run([at], progress)
      copied.add(at)
    }
    const file = files[at]
    if (file?.source === undefined) return
    const target = filePath(parts.place.service, joinPath(parts.place.folder, file.path))
    const size = await storedSize(target, progress.signal)
    const sent = sizes.get(file.path)
    if (size !== sent) throw new Error(filesMessages.copyDiffers)
    await removeOriginal(filePath(from.service, file.source), progress.signal)
    left.delete(file.source)
  }

  const removeFolder = async (folder: string, before: readonly Promise<void>[], signal: AbortSignal) => {
    const path = joinPath(from.folder, folder)
    left.add(path)
    await Promise.allSettled(before)
    signal.throwIfAborted()
    if ([...left].some((each) => each.startsWith(`${path}/`))) throw new Error(filesMessages.folderNotEmpty)
    await removeOriginal(folderPath(from.service, path), signal)
    left.delete(path)
  }

  return {
    ...copy,
    items: [...copy.items, ...folders.map((folder) => ({ label: `${folder}/`, size: 0 }))],
    run: async (positions, progress) => {
      const [at = 0] = positions
      const folder = folders[at - copy.items.length]
      // The contents of a folder come before it, so their work has started by now.
      const work =
        folder === undefined ? moveFile(positions, progress) : removeFolder(folder, [...running], progress.signal)
      running.add(work)
      await work.finally(() => running.delete(work))
    },
  }
}

async function removeOriginal(path: string, signal: AbortSignal): Promise<void> {
  try {
    await send({ verb: 'DELETE', path, signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new Error(filesMessages.originalStays({ reason: messageOf(error) }))
  }
}

/** Returns the size of a file, as reported by the service, or else of its content. */
async function storedSize(path: string, signal: AbortSignal): Promise<number> {
  const params = { include_properties: true }
  const { data } = await send<{ content_length?: unknown } | null>({ verb: 'GET', path, params, signal })
  const said = Number(data?.content_length ?? Number.NaN)
  if (Number.isFinite(said)) return said
  return (await send<Blob>({ verb: 'GET', path, as: 'blob', signal })).data.size
}
