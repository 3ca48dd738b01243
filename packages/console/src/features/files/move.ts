import { filePath, folderPath, joinPath } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { FolderPlace } from '../../widgets/folder-tree/folder-place.ts'
import type { TransferJob } from '../../widgets/transfers/transfer.ts'
import { filesMessages } from './messages.ts'
import { type UploadParts, uploadJob } from './upload.ts'
import { foldersOf, type SourceTree } from './upload-plan.ts'

interface MoveParts extends UploadParts {
  /** Where everything comes from. */
  readonly from: FolderPlace
  /** All that was cut, also what is not sent because its place is taken. */
  readonly cut: SourceTree
}

/**
 * Moves files to another service: each is copied, the copy is looked at, and only then the original is deleted; at last the
 * folders that became empty. What could not be deleted fails by name, and another try does not copy it again.
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
      // What is below a folder comes before it, so that all of it has begun by now.
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

/** Bytes of a file, from what the service says of it, or else from the file itself. */
async function storedSize(path: string, signal: AbortSignal): Promise<number> {
  const params = { include_properties: true }
  const { data } = await send<{ content_length?: unknown } | null>({ verb: 'GET', path, params, signal })
  const said = Number(data?.content_length ?? Number.NaN)
  if (Number.isFinite(said)) return said
  return (await send<Blob>({ verb: 'GET', path, as: 'blob', signal })).data.size
}
