import { buffer } from 'node:stream/consumers'
import { Problem } from '@millwright/contract/problem'
import { nameOf } from '../../gateway/ports/file-storage.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { FileContent } from '../../request/file-content.ts'
import { flag, text } from '../../request/params.ts'
import { contentType, mediaType } from './content-type.ts'
import { type FileCall, missing } from './file-call.ts'

/** `GET` of a file: its bytes, or what is known of it (docs/wire/files.md). */
export async function readFile(call: FileCall): Promise<ApiResponse> {
  const { storage, path, request } = call
  const name = nameOf(path)
  const file = await storage.open(path)
  if (file === null) throw missing(path)
  if (flag(request.params, 'include_properties')) {
    const properties = {
      path,
      name,
      content_type: mediaType(name),
      last_modified: new Date(file.modified).toUTCString(),
      content_length: file.size,
    }
    if (!flag(request.params, 'content')) {
      await file.close()
      return { status: 200, body: properties }
    }
    if (file.size > call.limits.text) {
      await file.close()
      throw new Problem(413, `'${path}' is too long to be answered as a text. Read it without include_properties.`)
    }
    const bytes = await buffer(file.content())
    const isBase64 = text(request.params, 'is_base64') === undefined || flag(request.params, 'is_base64')
    return { status: 200, body: { ...properties, content: bytes.toString(isBase64 ? 'base64' : 'utf8') } }
  }
  const disposition = flag(request.params, 'download') ? 'attachment' : isPage(name) ? null : 'inline'
  const content = new FileContent({
    name,
    contentType: contentType(name),
    disposition,
    size: file.size,
    modified: file.modified,
    read: (range) => file.content(range),
    close: () => file.close(),
  })
  return { status: 200, body: content }
}

const isPage = (name: string) => mediaType(name) === 'text/html'
