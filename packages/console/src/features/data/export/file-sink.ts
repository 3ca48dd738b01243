import { saveFile } from '../../../widgets/record-list/save-file.ts'

/** Where a file is written to, piece by piece. */
export interface FileSink {
  readonly write: (text: string) => Promise<void>
  readonly close: () => Promise<void>
  /** Leaves nothing behind. */
  readonly abandon: () => Promise<void>
}

interface WritableFile {
  write(content: string): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

interface PickerWindow {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<WritableFile> }>
}

/**
 * A file on disk where the browser writes to one as it goes; elsewhere the browser's own store, which becomes a download in
 * the end. Null: the person did not choose a place.
 */
export async function openSink(name: string, type: string): Promise<FileSink | null> {
  const host: Window & PickerWindow = window
  if (!host.showSaveFilePicker) return blobSink(name, type)
  try {
    const handle = await host.showSaveFilePicker({ suggestedName: name })
    const file = await handle.createWritable()
    return { write: (text) => file.write(text), close: () => file.close(), abandon: () => file.abort() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    return blobSink(name, type)
  }
}

/** Pieces as blobs, which browsers keep on disk when they grow. */
function blobSink(name: string, type: string): FileSink {
  let pieces: Blob[] = []
  return {
    write: async (text) => {
      pieces.push(new Blob([text]))
    },
    close: async () => saveFile(new Blob(pieces, { type }), name),
    abandon: async () => {
      pieces = []
    },
  }
}
