import { mediaType } from '@millwright/connector/files/content-type'
import { type FileBytes, parentOf, type WriteOptions } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { type FileCall, namedFile, namedFolder, needParent, permit } from './file-call.ts'

export const keepExisting = ({ params }: Pick<ApiRequest, 'params'>): WriteOptions => ({
  keepExisting: flag(params, 'check_exist'),
})

interface Given {
  readonly path: string
  readonly content: FileBytes
  /** Media type that the sender declared. */
  readonly type?: string
}

/** Stores a file, or with `extract` extracts it into its folder. Returns what was written. */
export async function putFile(
  call: FileCall,
  { path, content, type }: Given,
): Promise<Readonly<Record<string, unknown>>> {
  const { request, storage, limits } = call
  permit(call, request.verb, path)
  const bounded = limits.upload === null ? content : upTo(limits.upload, content)
  if (flag(request.params, 'extract') && isArchive(path, type)) {
    const folder = parentOf(path)
    const { unpackArchive } = await import('./unpack-archive.ts')
    await unpackArchive(call, bounded, folder, flag(request.params, 'clean'))
    return { ...namedFolder(folder), name: folder, type: 'file' }
  }
  await needParent(call, path)
  await storage.write(path, bounded, keepExisting(request))
  return namedFile(path)
}

const isArchive = (path: string, type = '') =>
  mediaType(path) === 'application/zip' || /^application\/(?:x-)?zip(?:-compressed)?\b/.test(type)

/** Passes the bytes through. Throws a 413 if there are more than `most`. */
export async function* upTo(most: number, content: FileBytes): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    length += piece.length
    if (length > most) throw new Problem(413, `The file is larger than ${most} bytes.`)
    yield piece
  }
}
