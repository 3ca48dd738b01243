import { Readable } from 'node:stream'
import { TransformStream } from 'node:stream/web'
import { ZipWriter } from '@zip.js/zip.js'
import type { FileStorage } from '../../gateway/ports/file-storage.ts'
import { addToZip } from './add-to-zip.ts'
import { walk } from './walk.ts'

/** Creates an archive while it is read. `fill` need not close it. */
export function zipStream(fill: (zip: ZipWriter<unknown>) => Promise<void>): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sent = Readable.fromWeb(readable)
  const zip = new ZipWriter(writable, { useWebWorkers: false, bufferedWrite: false })
  fill(zip)
    .then(() => zip.close())
    .catch((error: unknown) =>
      sent.destroy(error instanceof Error ? error : new Error('The archive could not be created.')),
    )
  return sent
}

/** Adds the content of a folder that the caller may read, by its path relative to the folder. */
export async function addFolder(
  zip: ZipWriter<unknown>,
  storage: FileStorage,
  root: string,
  mayRead: (path: string) => boolean,
): Promise<void> {
  const from = root === '' ? 0 : root.length + 1
  for await (const { entry, path } of walk(storage, root, mayRead)) {
    const name = path.slice(from)
    const lastModDate = new Date(entry.modified ?? Date.now())
    if (entry.type === 'folder') {
      await zip.add(`${name}/`, undefined, { directory: true, lastModDate })
      continue
    }
    const file = mayRead(path) ? await storage.open(path) : null
    // The file was deleted meanwhile.
    if (file === null) continue
    await addToZip(zip, name, file.content(), { lastModDate })
  }
}
