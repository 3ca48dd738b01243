import { queryOptions } from '@tanstack/react-query'
import { type FileEntry, filePath, readEntry } from '../../../instance/folder-listing.ts'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { filesMessages } from '../messages.ts'

/** What a server says of a file, by which it is told whether somebody changed it. */
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
  if (found === null) throw new InstanceError(filesMessages.noDetailsAvailableForThis)
  return { ...found, path, type: 'file' }
}

/** What is known of a file that the listing did not name. */
export function propertiesQuery(service: string, path: string) {
  return queryOptions({
    queryKey: ['file-properties', service, path],
    queryFn: ({ signal }) => readProperties(service, path, signal),
    retry: false,
    gcTime: 0,
  })
}

/** The bytes of a file as they are now, and again whenever it is opened. */
export function contentQuery(service: string, path: string) {
  return queryOptions({
    queryKey: ['file-content', service, path],
    queryFn: async ({ signal }): Promise<FileContent> => {
      // Before the bytes: what is changed in between is then noticed when saving.
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

/** Whether a file is another than the one that was read. */
export function wasChanged(stamp: FileStamp, now: Pick<FileEntry, 'modified' | 'size'>): boolean {
  return stamp.modified !== now.modified || (stamp.size !== null && now.size !== null && stamp.size !== now.size)
}

/**
 * Stores a text in place of the one that was read. Throws an `InstanceError` of kind `conflict` when somebody changed the file
 * since, unless `over`.
 */
export async function saveText(
  { service, path }: { readonly service: string; readonly path: string },
  text: string,
  { stamp, over }: { readonly stamp: FileStamp; readonly over: boolean },
): Promise<FileStamp> {
  if (!over && wasChanged(stamp, await readProperties(service, path)))
    throw new InstanceError(filesMessages.somebodyChangedThisFile, { kind: 'conflict' })
  await send({
    verb: 'PUT',
    path: filePath(service, path),
    headers: { 'Content-Type': 'text/plain;charset=utf-8', ...(!over && stamp.etag && { 'If-Match': stamp.etag }) },
    body: text,
  })
  const { modified, size } = await readProperties(service, path)
  return { modified, size, etag: null }
}
