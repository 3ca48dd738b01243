import { nameOf } from '../../gateway/ports/file-storage.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { FileContent } from '../../request/file-content.ts'
import { type FileCall, mayCall, missing } from './file-call.ts'
import { addFolder, zipStream } from './zip-stream.ts'

/** `GET` of a folder with `zip`: an archive of what the caller may read in it, made while it is sent. */
export async function zipFolder(call: FileCall): Promise<ApiResponse> {
  const { storage, path, request } = call
  if ((await storage.find(path))?.type !== 'folder') throw missing(`${path}/`)
  const time = new Date().toISOString().replace(/[-:]|\.\d+Z/g, '')
  const content = new FileContent({
    name: `${path === '' ? `${request.service}_${time}` : nameOf(path)}.zip`,
    contentType: 'application/zip',
    disposition: 'attachment',
    size: null,
    modified: null,
    read: () => zipStream((zip) => addFolder(zip, storage, path, (inside) => mayCall(call, 'GET', inside))),
    close: () => undefined,
  })
  return { status: 200, body: content }
}
