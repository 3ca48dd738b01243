import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDraft } from '@millwright/connector/files/file-storage'
import { codeOf } from './local-storage.ts'

/**
 * Deletes drafts that killed uploads left below a folder: those unmodified since `before`, in milliseconds. Missing folders are
 * skipped, also if they are deleted meanwhile.
 * @param signal ends the search early
 */
export async function sweepDrafts(folder: string, before: number, signal?: AbortSignal): Promise<void> {
  try {
    for await (const entry of await opendir(folder)) {
      if (signal?.aborted) return
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await sweepDrafts(path, before, signal)
      else if (entry.isFile() && isDraft(entry.name) && (await stat(path)).mtimeMs < before) await rm(path)
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
