import { queryOptions } from '@tanstack/react-query'
import { type FileEntry, filePath, readEntry } from '../../../instance/folder-listing.ts'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { filesMessages } from '../messages.ts'

/** Properties of a file from which changes by others are detected. */
export interface FileStamp {
  readonly modified: number | null
  readonly size: number | null
  readonly etag: string | null
}

export interface FileContent {
  readonly bytes: Blob
  readonly stamp: FileStamp
}

export async function readProperties(service: string, path: string, signal?: AbortSignal): Promise<FileEntry> {
  const { data } = await send<object>({
    verb: 'GET',
    path: filePath(service, path),
    params: { include_properties: true },
    signal,
  })
  const found = readEntry({ path, type: 'file', ...(typeof data === 'object' ? data : {}) }, '')
  if (found === null) throw new InstanceError(filesMessages.noDetails)
  return { ...found, path, type: 'file' }
}

/** The properties of a file that is not in the listing. */
export function propertiesQuery(service: string, path: string) {
  return queryOptions({
    queryKey: ['file-properties', service, path],
    queryFn: ({ signal }) => readProperties(service, path, signal),
    retry: false,
    gcTime: 0,
  })
}

/** The current content of a file, loaded whenever it is opened. */
export function contentQuery(service: string, path: string) {
  return queryOptions({
    queryKey: ['file-content', service, path],
    queryFn: async ({ signal }): Promise<FileContent> => {
      // Before the content: a change in between is then detected when saving.
      const { modified, size } = await readProperties(service, path, signal)
      const { data, etag } = await send<Blob>({ verb: 'GET', path: filePath(service, path), as: 'blob', signal })
      return { bytes: data, stamp: { modified, size, etag } }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Whether a file was changed since it was loaded. */
export function wasChanged(stamp: FileStamp, now: Pick<FileEntry, 'modified' | 'size'>): boolean {
  return stamp.modified !== now.modified || (stamp.size !== null && now.size !== null && stamp.size !== now.size)
}

/**
 * Stores a text in place of the loaded one. Throws an `InstanceError` of kind `conflict` if the file was changed meanwhile, unless `over` is
 * set.
 */
export async function saveText(
  { service, path }: { readonly service: string; readonly path: string },
  text: string,
  { stamp, over }: { readonly stamp: FileStamp; readonly over: boolean },
): Promise<FileStamp> {
  if (!over && wasChanged(stamp, await readProperties(service, path)))
    throw new InstanceError(filesMessages.fileChanged, { kind: 'conflict' })
  await send({
    verb: 'PUT',
    path: filePath(service, path),
    headers: { 'Content-Type': 'text/plain;charset=utf-8', ...(!over && stamp.etag && { 'If-Match': stamp.etag }) },
    body: text,
  })
  const { modified, size } = await readProperties(service, path)
  return { modified, size, etag: null }
}
