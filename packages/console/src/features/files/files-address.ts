import { trimSlashes } from '../../instance/folder-listing.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import { type EntrySort, sortFields } from './shown-entries.ts'

/** The query of the tab's address. */
export interface FilesSearch {
  /** The service and the folder in it, enclosed in slashes: `/files/docs/`; absent or `/` for all services. */
  readonly path?: string
  /** `false` limits navigation to the service: the link to all services is hidden. */
  readonly allowroot?: 'false'
  /** A column, prefixed with `-` for descending order. */
  readonly sort?: string
  /** Search text: shows only names that contain it. */
  readonly find?: string
  /** Name of the open file. */
  readonly file?: string
}

/** Keeps the valid parts of a query, which may contain anything. */
export function readFilesSearch(raw: Record<string, unknown>): FilesSearch {
  const text = (name: string) => {
    const value = raw[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const path = text('path')
  const sort = writeEntrySort(readEntrySort(text('sort')))
  const find = text('find')
  const file = text('file')
  return {
    ...(path !== undefined && { path }),
    ...(text('allowroot') === 'false' && { allowroot: 'false' }),
    ...(sort !== undefined && { sort }),
    ...(find !== undefined && { find }),
    ...(file !== undefined && { file }),
  }
}

/** Returns `null` for all services. */
export function readFolderPlace(path: string | undefined): FolderPlace | null {
  const [service = '', ...folders] = trimSlashes(path ?? '').split('/')
  return service === '' ? null : { service, folder: folders.filter(Boolean).join('/') }
}

export function writePlace(place: FolderPlace | null): string {
  if (place === null) return '/'
  return `/${[place.service, ...place.folder.split('/').filter(Boolean)].join('/')}/`
}

/** Returns the query for another folder: without the search and the open file of this one, but with its order. */
export function searchOf(place: FolderPlace | null, now: FilesSearch): FilesSearch {
  const { sort, allowroot } = now
  return { path: writePlace(place), ...(sort && { sort }), ...(allowroot && { allowroot }) }
}

export function readEntrySort(text: string | undefined): EntrySort {
  const down = text?.startsWith('-') ?? false
  const field = sortFields.find((one) => one === (down ? text?.slice(1) : text))
  return field ? { field, down } : { field: 'name', down: false }
}

export function writeEntrySort({ field, down }: EntrySort): string | undefined {
  return down ? `-${field}` : field === 'name' ? undefined : field
}
