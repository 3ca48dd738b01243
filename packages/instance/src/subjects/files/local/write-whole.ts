import { constants } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import type { FileBytes, WriteOptions } from '../../../gateway/ports/file-storage.ts'
import { newDraft } from '../draft.ts'
import { codeOf } from './error-code.ts'

/** Writes a file beside its place and puts it there in one step, so that every reader has all of the old or all of the new. */
export async function writeWhole(file: string, content: FileBytes, { keepExisting }: WriteOptions): Promise<void> {
  const draft = join(dirname(file), newDraft())
  try {
    const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      await handle.writeFile(content)
    } finally {
      await handle.close()
    }
    if (!keepExisting) await rename(draft, file)
    else {
      await link(draft, file)
      await rm(draft)
    }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    if (codeOf(error) === 'EEXIST') throw new Problem(400, 'There is a file or folder of that name already.')
    if (codeOf(error) === 'ENOSPC') throw new Problem(507, 'There is no room left for the file.')
    throw error
  }
}
