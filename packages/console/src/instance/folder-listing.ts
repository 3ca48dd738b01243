import { queryOptions } from '@tanstack/react-query'
import { send } from './send.ts'

/** A file or folder of a file service. */
export interface FileEntry {
  readonly name: string
  /** Relative to the service's root, without outer slashes. */
  readonly path: string
  readonly type: 'file' | 'folder'
  readonly contentType: string | null
  /** Bytes. */
  readonly size: number | null
  /** Milliseconds since 1970. */
  readonly modified: number | null
}

interface ListedEntry {
  readonly name?: unknown
  readonly path?: unknown
  readonly type?: unknown
  readonly content_type?: unknown
  readonly content_length?: unknown
  readonly last_modified?: unknown
}

/** The content of a folder. `folder` is relative to the root, without outer slashes, and empty for the root (docs/wire/files.md). */
export function folderQuery(service: string, folder: string) {
  return queryOptions({
    queryKey: [...filesKey(service), 'all', folder],
    queryFn: ({ signal }) => readFolder(service, folder, {}, signal),
    staleTime: 10_000,
  })
}

/** The folders in a folder. */
export function subfoldersQuery(service: string, folder: string) {
  return queryOptions({
    queryKey: [...filesKey(service), 'folders', folder],
    queryFn: async ({ signal }) => {
      const entries = await readFolder(service, folder, { include_files: false }, signal)
      return entries.filter(({ type }) => type === 'folder').sort((a, b) => byName(a.name, b.name))
    },
    staleTime: 10_000,
  })
}

export const filesKey = (service: string) => ['files', service] as const

/** Natural sort order: 9 before 10, case-insensitive. */
export const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare

export async function readFolder(
  service: string,
  folder: string,
  params: { readonly include_files?: boolean; readonly full_tree?: boolean } = {},
  signal?: AbortSignal,
): Promise<readonly FileEntry[]> {
  const { data } = await send<{ resource?: readonly ListedEntry[] } | null>({
    verb: 'GET',
    path: folderPath(service, folder),
    params,
    signal,
  })
  return (data?.resource ?? []).flatMap((listed) => readEntry(listed, folder) ?? [])
}

/** Normalizes a listed entry of any server; `null` if it has neither path nor name, or is the folder itself. */
export function readEntry(listed: ListedEntry, folder: string): FileEntry | null {
  const { path: rawPath, name: called } = listed
  const below = typeof called === 'string' ? joinPath(folder, called) : null
  const path = trimSlashes(typeof rawPath === 'string' ? rawPath : (below ?? '')).toWellFormed()
  if (path === '' || path === folder) return null
  const time = typeof listed.last_modified === 'string' ? Date.parse(listed.last_modified) : Number.NaN
  const size = Number(listed.content_length)
  return {
    name: lastName(path),
    path,
    type: listed.type === 'folder' || (listed.type !== 'file' && String(rawPath).endsWith('/')) ? 'folder' : 'file',
    contentType: typeof listed.content_type === 'string' ? listed.content_type : null,
    size: listed.content_length !== undefined && Number.isFinite(size) ? size : null,
    modified: Number.isNaN(time) ? null : time,
  }
}

/** The API path of a file, for `send`. */
export function filePath(service: string, path: string): string {
  return [service, ...path.split('/')].map(encodeURIComponent).join('/')
}

/** The API path of a folder, with a trailing slash. */
export function folderPath(service: string, folder: string): string {
  return `${folder === '' ? encodeURIComponent(service) : filePath(service, folder)}/`
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

export const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '')
