import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { StoredFile } from '../../../gateway/ports/file-storage.ts'
import { isAbsent } from './error-code.ts'

/** Opens a file that is neither a link nor a pipe nor a device; null when there is none. */
export async function openFile(file: string): Promise<StoredFile | null> {
  let handle: FileHandle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  const stat = await handle.stat()
  if (!stat.isFile()) {
    await handle.close()
    return null
  }
  const { size, mtimeMs } = stat
  return {
    size,
    modified: Math.trunc(mtimeMs),
    // What is added meanwhile is not part of the size that was promised.
    content: (range = { start: 0, end: size - 1 }) => handle.createReadStream(size === 0 ? {} : { ...range }),
    close: () => handle.close(),
  }
}
