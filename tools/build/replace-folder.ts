import { existsSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'

/** Replaces a folder by what `fill` writes, atomically and only if `fill` succeeds. */
export async function replaceFolder(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const fresh = `${folder}.new`
  const old = `${folder}.old`
  rmSync(fresh, { recursive: true, force: true })
  rmSync(old, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true })
  try {
    await fill(fresh)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(fresh, folder)
  rmSync(old, { recursive: true, force: true })
}
