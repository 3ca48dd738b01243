import { Problem } from '@millwright/contract/problem'
import type { FileStorage } from '../../gateway/ports/file-storage.ts'
import { type FileCall, missing, permit } from './file-call.ts'
import { walk } from './walk.ts'

interface Copy {
  readonly source: string
  readonly target: string
  readonly type: 'file' | 'folder'
  /** Move it. */
  readonly deleteSource: boolean
}

/**
 * Copies or moves a file or a whole folder to where nothing is yet. Refuses with 400 existing targets and a folder's own inside, and
 * with 403 what the caller could not read, write and delete piece by piece.
 */
export async function copy(call: FileCall, { source, target, type, deleteSource }: Copy): Promise<void> {
  const { storage, request } = call
  if (source === '') throw new Problem(400, 'The root of a file service cannot be copied.')
  if (`${target}/`.startsWith(`${source}/`)) {
    throw new Problem(400, `'${source}' cannot be put into itself.`)
  }
  if ((await storage.find(target)) !== null) {
    throw new Problem(400, `There is a file or folder '${target}' already.`)
  }
  const moved = (path: string) => target + path.slice(source.length)
  const paths = [{ path: source, type }]
  if (type === 'folder') {
    for await (const { path, entry } of walk(storage, source)) paths.push({ path, type: entry.type })
  }
  for (const { path } of paths) {
    permit(call, 'GET', path)
    if (deleteSource) permit(call, 'DELETE', path)
    permit(call, request.verb, moved(path))
  }
  if (deleteSource) return storage.move(source, target)
  for (const { path, type } of paths) {
    if (type === 'folder') await storage.makeFolder(moved(path))
    else await copyFile(storage, path, moved(path))
  }
}

async function copyFile(storage: FileStorage, source: string, target: string): Promise<void> {
  const file = await storage.open(source)
  if (file === null) throw missing(source)
  const content = file.content()
  try {
    await storage.write(target, content, { keepExisting: true })
  } finally {
    content.destroy()
  }
}
