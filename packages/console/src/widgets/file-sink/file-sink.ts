import { saveFile } from '../record-list/save-file.ts'

type Piece = string | Uint8Array<ArrayBuffer>

/** Where a file is written to, piece by piece. */
export interface FileSink {
  readonly write: (piece: Piece) => Promise<void>
  readonly close: () => Promise<void>
  /** Leaves nothing behind. */
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
 * A file on disk where the browser writes to one as it goes; elsewhere the browser's own store, which becomes a download in
 * the end. Null: the person did not choose a place. Has to be asked for by a press, or the browser refuses.
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

/** Characters or bytes that are kept in memory before they become a blob. */
const handful = 4 * 2 ** 20

/** Pieces as blobs, which browsers keep on disk when they grow. */
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
