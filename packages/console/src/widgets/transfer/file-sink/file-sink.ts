import { saveFile } from '../../../ui/save-file.ts'

type Piece = string | Uint8Array<ArrayBuffer>

/** A file that is written chunk by chunk. */
export interface FileSink {
  readonly write: (piece: Piece) => Promise<void>
  readonly close: () => Promise<void>
  /** Discards the file. */
  readonly abandon: () => Promise<void>
}

interface WritableFile {
  write(content: Piece): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

interface PickerWindow {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<WritableFile> }>
}

/**
 * Opens a file on disk if the browser supports streaming to one, or else a blob that becomes a download at the end. Resolves to `null` if
 * the user cancels. Browsers require a user gesture.
 */
export async function openSink(name: string, type: string): Promise<FileSink | null> {
  const host: Window & PickerWindow = window
  if (!host.showSaveFilePicker) return blobSink(name, type)
  try {
    const handle = await host.showSaveFilePicker({ suggestedName: name })
    const file = await handle.createWritable()
    return { write: (piece) => file.write(piece), close: () => file.close(), abandon: () => file.abort() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    return blobSink(name, type)
  }
}

/** Characters or bytes buffered in memory before they become a blob. */
const handful = 4 * 2 ** 20

/** Collects chunks in blobs, which browsers move to disk as they grow. */
function blobSink(name: string, type: string): FileSink {
  let blobs: Blob[] = []
  let waiting: Piece[] = []
  let length = 0
  const settle = () => {
    blobs.push(new Blob(waiting))
    waiting = []
    length = 0
  }
  return {
    write: async (piece) => {
      waiting.push(piece)
      length += piece.length
      if (length >= handful) settle()
    },
    close: async () => {
      settle()
      saveFile(new Blob(blobs, { type }), name)
    },
    abandon: async () => {
      blobs = []
      waiting = []
    },
  }
}
