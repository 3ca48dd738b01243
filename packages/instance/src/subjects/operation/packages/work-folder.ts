import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileBytes } from '@millwright/connector/files/file-storage'

/** Temporary files for the duration of some work. */
export interface WorkFolder {
  /** Writes a stream to a new file, and returns its path. */
  store(content: FileBytes): Promise<string>
  /** Registers a step to run before the files are deleted. */
  atEnd(step: () => Promise<unknown>): void
}

/** Runs work with temporary files, and then deletes them. */
export async function inWorkFolder<T>(dataFolder: string, work: (folder: WorkFolder) => Promise<T>): Promise<T> {
  const folder = join(dataFolder, 'drafts', randomUUID())
  const steps: (() => Promise<unknown>)[] = []
  let files = 0
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work({
      async store(content) {
        files += 1
        const file = join(folder, String(files))
        const handle = await open(file, 'wx', 0o600)
        try {
          await handle.writeFile(content)
        } finally {
          await handle.close()
        }
        return file
      },
      atEnd: (step) => void steps.push(step),
    })
  } finally {
    await Promise.allSettled(steps.map((step) => step()))
    await rm(folder, { recursive: true, force: true })
  }
}
