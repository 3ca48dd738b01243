import { type FileEntry, filePath, joinPath, parentPath, readFolder } from '../../instance/folder-listing.ts'
import { send } from '../../instance/send.ts'
import type { SourceFile, SourceTree } from './upload.ts'

/** Returns chosen files as a tree; with `webkitdirectory` they include their folders. */
export function chosenFiles(files: readonly File[]): SourceTree {
  return { files: files.map((file) => localFile(file, file.webkitRelativePath || file.name)), folders: [] }
}

/** Returns what was dropped as a tree. Must be called synchronously in the event handler, as browsers clear the list afterwards. */
export function droppedTree(transfer: DataTransfer): Promise<SourceTree> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  const plain = [...transfer.files]
  return entries.length > 0 ? readDropped(entries) : Promise.resolve(chosenFiles(plain))
}

async function readDropped(dropped: readonly FileSystemEntry[]): Promise<SourceTree> {
  const files: SourceFile[] = []
  const folders: string[] = []
  const open = [...dropped]
  for (let entry = open.shift(); entry !== undefined; entry = open.shift()) {
    const path = entry.fullPath.replace(/^\//, '')
    if (isFolder(entry)) {
      folders.push(path)
      open.push(...(await readEntries(entry)))
    } else if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
      files.push(localFile(file, path))
    }
  }
  return { files, folders }
}

/** Reads a folder; browsers return its entries in batches of a hundred. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

function localFile(file: File, path: string): SourceFile {
  return { path, size: file.size, type: file.type, content: async () => file }
}

/** Returns entries of a service, and the contents of folders, as a tree to store elsewhere. */
export async function storedTree(service: string, entries: readonly FileEntry[]): Promise<SourceTree> {
  const files: SourceFile[] = []
  const folders: string[] = []
  for (const entry of entries) {
    const above = parentPath(entry.path)
    const below = entry.type === 'folder' ? await readFolder(service, entry.path, { full_tree: true }) : []
    for (const each of [entry, ...below]) {
      const path = above === '' ? each.path : each.path.slice(above.length + 1)
      if (each.type === 'folder') folders.push(path)
      else files.push(storedFile(service, each, path))
    }
  }
  return { files, folders }
}

function storedFile(service: string, { path: source, size, contentType }: FileEntry, path: string): SourceFile {
  const content = async (signal: AbortSignal) => {
    const { data } = await send<Blob>({ verb: 'GET', path: filePath(service, source), as: 'blob', signal })
    return data
  }
  return { path, size: size ?? 0, type: contentType ?? '', source, content }
}

/** Returns existing paths relative to a folder, for those places to which the tree writes. */
export async function existingPaths(
  service: string,
  folder: string,
  needed: readonly string[],
): Promise<{ readonly files: ReadonlySet<string>; readonly folders: ReadonlySet<string> }> {
  const files = new Set<string>()
  const folders = new Set<string>()
  const look = async (below: string) => {
    for (const { name, type } of await readFolder(service, joinPath(folder, below).replace(/\/$/, ''))) {
      const path = joinPath(below, name)
      if (type === 'folder') folders.add(path)
      else files.add(path)
    }
  }
  await look('')
  // Parents come first, so that their existence is known.
  for (const below of needed) if (folders.has(below)) await look(below)
  return { files, folders }
}
