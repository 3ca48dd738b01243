import { downloadZip } from 'client-zip'
import { type FileEntry, filePath, folderPath, lastName } from '../../instance/folder-listing.ts'
import { send } from '../../instance/send.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import { startTransfer } from '../../widgets/files/transfers/start-transfer.ts'
import type { TransferItem, TransferProgress } from '../../widgets/files/transfers/transfer.ts'
import { type FileSink, openSink } from '../../widgets/transfer/file-sink/file-sink.ts'
import { filesMessages } from './messages.ts'
import { storedTree } from './source-tree.ts'

/** Size in bytes up to which a file is downloaded without asking for a location. */
const atOnce = 16 * 2 ** 20

/** Downloads one file. Throws if it fails, unless it is so large that it becomes a transfer. */
export async function downloadFile(service: string, { path, name, size }: FileEntry): Promise<void> {
  const call = { verb: 'GET', path: filePath(service, path), params: { download: true } } as const
  if (size !== null && size <= atOnce) {
    const { data } = await send<Blob>({ ...call, as: 'blob' })
    saveFile(data, name)
    return
  }
  const sink = await openSink(name, 'application/octet-stream')
  if (sink === null) return
  const fetchStream = async (signal: AbortSignal) => (await send<ByteStream>({ ...call, as: 'stream', signal })).data
  startDownload(name, [{ label: name, size }], sink, async (progress) => {
    await pour(await fetchStream(progress.signal), sink, (bytes) => progress.bytes(0, bytes))
  })
}

/** Downloads a folder as an archive, which the instance creates while it streams it. */
export async function downloadFolder(service: string, folder: string): Promise<void> {
  const name = `${folder === '' ? service : lastName(folder)}.zip`
  const sink = await openSink(name, 'application/zip')
  if (sink === null) return
  startDownload(name, [{ label: name, size: null }], sink, async ({ signal, bytes }) => {
    const path = folderPath(service, folder)
    const { data } = await send<ByteStream>({ verb: 'GET', path, params: { zip: true }, as: 'stream', signal })
    await pour(data, sink, (sum) => bytes(0, sum))
  })
}

/** Downloads several entries as an archive created in the browser, as the API has no archive of a selection. */
export async function downloadChosen(place: FolderPlace, entries: readonly FileEntry[]): Promise<void> {
  const name = `${place.folder === '' ? place.service : lastName(place.folder)}.zip`
  const sink = await openSink(name, 'application/zip')
  if (sink === null) return
  const { files, folders } = await storedTree(place.service, entries)
  const items = files.map(({ path, size }) => ({ label: path, size }))
  startDownload(name, items.length > 0 ? items : [{ label: name, size: null }], sink, async (progress) => {
    async function* contents() {
      for (const folder of folders) yield { name: `${folder}/` }
      for (const [at, { path, content }] of files.entries()) {
        yield { name: path, input: await content(progress.signal) }
        progress.done(at)
      }
    }
    const { body } = downloadZip(contents())
    if (body) await pour(body, sink, () => {})
  })
}

type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>

function startDownload(
  name: string,
  items: readonly TransferItem[],
  sink: FileSink,
  work: (progress: TransferProgress) => Promise<void>,
): void {
  void startTransfer({
    title: filesMessages.download({ name }),
    items,
    batch: items.length,
    parallel: 1,
    // A partly written file cannot be continued.
    canRetry: false,
    run: async (_positions, progress) => {
      try {
        await work(progress)
        await sink.close()
      } catch (error) {
        await sink.abandon()
        throw error
      }
    },
  })
}

async function pour(stream: ByteStream, sink: FileSink, onBytes: (sum: number) => void): Promise<void> {
  const reader = stream.getReader()
  let sum = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      await sink.write(piece.value)
      sum += piece.value.length
      onBytes(sum)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
