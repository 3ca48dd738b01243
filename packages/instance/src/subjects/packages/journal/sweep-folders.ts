import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds after which no work can still need what it unpacked. */
const draftsLive = 24 * 3_600_000

/** Removes what processes that died have left on the disk: kept copies of no import that is known, and drafts of long ago. */
export async function sweepFolders(dataFolder: string, imports: ReadonlySet<string>, now: number): Promise<void> {
  for (const place of await placesIn(dataFolder, 'imports')) {
    if (!imports.has(place.name)) await remove(place.path)
  }
  for (const { path } of await placesIn(dataFolder, 'drafts')) {
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > draftsLive) await remove(path)
  }
}

async function placesIn(dataFolder: string, name: string) {
  const folder = join(dataFolder, name)
  const names = await readdir(folder).catch(() => [])
  return names.map((each) => ({ name: each, path: join(folder, each) }))
}

const remove = (path: string) => rm(path, { recursive: true, force: true })
