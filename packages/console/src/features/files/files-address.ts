import { trimSlashes } from '../../instance/folder-listing.ts'
import type { FolderPlace } from '../../widgets/folder-tree/folder-place.ts'
import { type EntrySort, sortFields } from './entry-order.ts'

/** What the address of the tab says after the question mark. */
export interface FilesSearch {
  /** The service and the folder in it, with slashes around: `/files/docs/`; absent or `/`: all services. */
  readonly path?: string
  /** `false` keeps people within the service: the way up to all of them is not shown. */
  readonly allowroot?: 'false'
  /** A column, with `-` before it from the greatest down. */
  readonly sort?: string
  /** Part of the names that are shown. */
  readonly find?: string
  /** Name of the file that is open. */
  readonly file?: string
}

/** Keeps what makes sense of an address; anything may stand there. */
export function readFilesSearch(raw: Record<string, unknown>): FilesSearch {
  const text = (name: string) => {
    const value = raw[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const path = text('path')
  const sort = writeSort(readSort(text('sort')))
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

/** Null: all services. */
export function readPlace(path: string | undefined): FolderPlace | null {
  const [service = '', ...folders] = trimSlashes(path ?? '').split('/')
  return service === '' ? null : { service, folder: folders.filter(Boolean).join('/') }
}

export function writePlace(place: FolderPlace | null): string {
  if (place === null) return '/'
  return `/${[place.service, ...place.folder.split('/').filter(Boolean)].join('/')}/`
}

/** The search of another folder: what is found and open belongs to this one, the order does not. */
export function searchOf(place: FolderPlace | null, now: FilesSearch): FilesSearch {
  const { sort, allowroot } = now
  return { path: writePlace(place), ...(sort && { sort }), ...(allowroot && { allowroot }) }
}

export function readSort(text: string | undefined): EntrySort {
  const down = text?.startsWith('-') ?? false
  const field = sortFields.find((one) => one === (down ? text?.slice(1) : text))
  return field ? { field, down } : { field: 'name', down: false }
}

export function writeSort({ field, down }: EntrySort): string | undefined {
  return down ? `-${field}` : field === 'name' ? undefined : field
}
