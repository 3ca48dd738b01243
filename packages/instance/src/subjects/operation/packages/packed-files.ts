import { createHash } from 'node:crypto'
import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { isMacMetadata } from '../../data/files/mac-metadata.ts'
import { type Archive, type ArchivedFile, type Budget, openArchive } from './archive.ts'
import type { WorkFolder } from './work-folder.ts'

/** The content of a package for one file service. Paths start at its root, without leading and trailing slashes. */
export interface PackedTree {
  /** Parents before their children. */
  readonly folders: readonly string[]
  readonly files: readonly PackedFile[]
}

export interface PackedFile {
  readonly path: string
  /** In bytes. */
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/** The path in a package of an archive with the content of a folder. Both are spelled as in `package.json`. */
export function folderArchive(service: string, folder: string): string {
  const names = folder.split('/').filter((name) => name !== '')
  return [service, ...names, `${createHash('md5').update(folder).digest('hex')}.zip`].join('/')
}

interface ReadFilesOptions {
  readonly work: WorkFolder
  readonly budget: Budget
  /** Whether paths inside archives of folders are always relative to the folder, whatever they look like. */
  readonly relative: boolean
}

/** Finds the files that `package.json` lists for a service. Throws a 400 for missing ones. */
export async function packedFiles(
  archive: Archive,
  service: string,
  announced: readonly unknown[],
  { work, budget, relative }: ReadFilesOptions,
): Promise<PackedTree> {
  const folders = new Set<string>()
  const files = new Map<string, PackedFile>()
  for (const each of announced) {
    const path = typeof each === 'string' ? (pathNames(each)?.join('/') ?? null) : null
    if (typeof each !== 'string' || path === null) {
      throw new Problem(400, `The package lists a file of ${service} with an invalid path.`)
    }
    if (isMacMetadata(path)) continue
    if (each === '' || each.endsWith('/')) await addFolder(each, path)
    else {
      add({ path, ...needed(archive, `${service}/${path}`) })
    }
  }
  return { folders: [...folders], files: [...files.values()] }

  async function addFolder(selector: string, folder: string): Promise<void> {
    const place = await work.store(needed(archive, folderArchive(service, selector)).read())
    const inner = await openArchive(place, work, { password: null, budget })
    const prefix = `${folder}/`
    const isWhole = !relative && folder !== '' && [...inner.files.keys()].every((path) => path.startsWith(prefix))
    const placed = (path: string) => (isWhole || folder === '' ? path : `${folder}/${path}`)
    addParents(folder === '' ? [] : folder.split('/'))
    for (const path of inner.folders) addParents(placed(path).split('/'))
    for (const [path, file] of inner.files) add({ path: placed(path), ...file })
  }

  function add(file: PackedFile): void {
    if (files.has(file.path)) return
    addParents(file.path.split('/').slice(0, -1))
    files.set(file.path, file)
  }

  function addParents(names: readonly string[]): void {
    for (const [at] of names.entries()) folders.add(names.slice(0, at + 1).join('/'))
  }
}

/** Returns a file of an archive. Throws a 400 if it is missing. */
export function needed({ files }: Archive, path: string): ArchivedFile {
  const file = files.get(path)
  if (file === undefined) throw new Problem(400, `The package contains no ${path}.`)
  return file
}
