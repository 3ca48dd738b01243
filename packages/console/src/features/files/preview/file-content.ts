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

interface FileContent {
  readonly bytes: Blob
  readonly stamp: FileStamp
}

async function readProperties(service: string, path: string, signal?: AbortSignal): Promise<FileEntry> {
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
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Whether a file was changed since it was loaded. */
function wasChanged(stamp: FileStamp, now: Pick<FileEntry, 'modified' | 'size'>): boolean {
  return stamp.modified !== now.modified || (stamp.size !== null && now.size !== null && stamp.size !== now.size)
}

/**
 * Stores a text in place of the loaded one. Throws an `InstanceError` of kind `conflict` if the file was changed meanwhile, unless `over` is
 * set. Resolves to its new stamp; `null` if that is unknown, as the text is stored even if its properties cannot be read.
 */
export async function saveText(
  { service, path }: { readonly service: string; readonly path: string },
  text: string,
  { stamp, over }: { readonly stamp: FileStamp | null; readonly over: boolean },
): Promise<FileStamp | null> {
  if (!over && stamp && wasChanged(stamp, await readProperties(service, path)))
    throw new InstanceError(filesMessages.fileChanged, { kind: 'conflict' })
  await send({
    verb: 'PUT',
    path: filePath(service, path),
    headers: { 'Content-Type': 'text/plain;charset=utf-8', ...(!over && stamp?.etag && { 'If-Match': stamp.etag }) },
    body: text,
  })
  const now = await readProperties(service, path).catch(() => null)
  return now && { modified: now.modified, size: now.size, etag: null }
}

/** Line endings of a text; `mixed` becomes `lf` when it is saved. */
type LineEnds = 'lf' | 'crlf' | 'mixed'

export interface DecodedText {
  /** With `\n` only. */
  readonly text: string
  readonly ends: LineEnds
}

/** Decodes a text file; returns `null` if it is not UTF-8, or has characters that only occur in binary files. */
export function decodeText(bytes: ArrayBuffer): DecodedText | null {
  const text = decoded(bytes)
  if (text === null || text.includes('\0')) return null
  const all = text.match(/\r\n|\r|\n/g) ?? []
  const windows = all.filter((end) => end === '\r\n').length
  const ends = windows === 0 && !text.includes('\r') ? 'lf' : windows === all.length ? 'crlf' : 'mixed'
  return { text: text.replace(/\r\n?/g, '\n'), ends }
}

/** Restores the line endings of the file. */
export function withLineEnds(text: string, ends: LineEnds): string {
  return ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text
}

function decoded(bytes: ArrayBuffer): string | null {
  try {
    // A byte order mark is kept, so that it is written back.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
