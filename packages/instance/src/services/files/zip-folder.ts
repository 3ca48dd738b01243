import { Readable } from 'node:stream'
import { TransformStream } from 'node:stream/web'
import { ZipWriter } from '@zip.js/zip.js'
import type { ApiResponse } from '../../gateway/api-request.ts'
import { FileContent } from '../../gateway/file-content.ts'
import { addToZip } from './add-to-zip.ts'
import { type FileCall, mayCall, missing } from './file-call.ts'
import { nameOf } from './storage.ts'
import { walk } from './walk.ts'

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
    read: () => archive(call),
    close: () => undefined,
  })
  return { status: 200, body: content }
}

function archive(call: FileCall): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sent = Readable.fromWeb(readable)
  fill(call, new ZipWriter(writable, { useWebWorkers: false, bufferedWrite: false })).catch((error: unknown) =>
    sent.destroy(error instanceof Error ? error : new Error('The archive could not be made.')),
  )
  return sent
}

async function fill(call: FileCall, zip: ZipWriter<unknown>): Promise<void> {
  const { storage, path: root } = call
  const from = root === '' ? 0 : root.length + 1
  for await (const { entry, path } of walk(storage, root, (folder) => mayCall(call, 'GET', folder))) {
    const name = path.slice(from)
    const lastModDate = new Date(entry.modified ?? Date.now())
    if (entry.type === 'folder') {
      await zip.add(`${name}/`, undefined, { directory: true, lastModDate })
      continue
    }
    const file = mayCall(call, 'GET', path) ? await storage.open(path) : null
    // One that was deleted meanwhile is left out.
    if (file === null) continue
    await addToZip(zip, name, file.content(), { lastModDate })
  }
  await zip.close()
}
