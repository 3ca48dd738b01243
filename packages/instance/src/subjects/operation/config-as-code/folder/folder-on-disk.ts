import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { overlayFolder, textOfFile } from './folder-records.ts'
import type { FolderFiles } from './read-records.ts'
import { manifestName } from './written-folder.ts'
import { FolderProblem } from './yaml-file.ts'

/** Most files in a folder. */
const mostFiles = 100_000
const atOnce = 64
/** Folders in each other that are read. Links can lead back. */
const deepest = 4

/**
 * The files of a folder of configuration, by path with slashes; hidden ones and `overlays` are left out. Throws a sentence if it cannot be
 * read, or is no such folder.
 */
export async function readFolder(folder: string): Promise<FolderFiles> {
  const paths = await pathsIn(folder, [])
  paths.sort()
  if (paths.length > mostFiles) throw new Error(`The folder ${folder} has more than ${mostFiles} files.`)
  const files = new Map<string, string>()
  for (let from = 0; from < paths.length; from += atOnce) {
    const some = paths.slice(from, from + atOnce)
    const texts = await Promise.all(some.map(async (path) => textOfFile(path, await contentAt(folder, path))))
    for (const [at, path] of some.entries()) files.set(path, texts[at] ?? '')
  }
  return files
}

const contentAt = (folder: string, path: string) =>
  readFile(join(folder, path)).catch((error: Error) => {
    throw unreadable(path, error)
  })

const unreadable = (path: string, { message }: Error) =>
  new FolderProblem(path, null, `The file cannot be read: ${message}.`)

/** Follows links, of which folders that Kubernetes mounts consist. */
async function pathsIn(folder: string, inside: readonly string[]): Promise<string[]> {
  const entries = await readdir(join(folder, ...inside), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error(`There is no folder ${folder}.`)
      if (error.code === 'ENOTDIR') throw new Error(`${folder} is not a folder.`)
      throw new Error(`The folder ${folder} cannot be read: ${error.message}.`)
    },
  )
  const paths: string[] = []
  for (const entry of entries) {
    const { name } = entry
    const parts = [...inside, name]
    if (name.startsWith('.') || (inside.length === 0 && name === overlayFolder)) continue
    const path = parts.join('/')
    const found = entry.isSymbolicLink()
      ? await stat(join(folder, ...parts)).catch((error: Error) => {
          throw unreadable(path, error)
        })
      : entry
    if (found.isFile()) paths.push(path)
    else if (found.isDirectory() && parts.length < deepest) paths.push(...(await pathsIn(folder, parts)))
  }
  return paths
}

/** The files of an overlay, which say how records differ in one environment. */
export function readOverlay(folder: string, name: string): Promise<FolderFiles> {
  return readFolder(join(folder, overlayFolder, name))
}

/**
 * Writes a folder of configuration. Files of an earlier one are replaced only with `force`, and removed if they are not in it any more. Throws a
 * sentence if there are some without it.
 */
export async function writeFolder(folder: string, files: FolderFiles, force: boolean): Promise<void> {
  await mkdir(folder, { recursive: true })
  const before = await readFolder(folder)
  if (before.size > 0 && !force) {
    throw new Error(`The folder ${folder} is not empty. To replace the configuration in it, add --force.`)
  }
  if (before.size > 0 && !before.has(manifestName)) {
    throw new Error(`The folder ${folder} has no ${manifestName}: nothing in it is replaced.`)
  }
  const tops = new Set([...files.keys()].map((path) => path.split('/')[0]))
  for (const path of before.keys()) {
    if (!files.has(path) && path.includes('/') && tops.has(path.split('/')[0])) await rm(join(folder, path))
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
