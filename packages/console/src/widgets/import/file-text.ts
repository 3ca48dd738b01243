import { t } from './messages.ts'
import { FileProblem, type TextPieces } from './table-file.ts'

/** Character encoding of a file. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Number of bytes read at a time. */
const pieceSize = 256 * 1024

/**
 * Detects the encoding by the byte order mark; without one it is UTF-8, or Windows-1252 if the bytes are invalid UTF-8, as spreadsheets
 * often save it. Throws `FileProblem` if the file is empty or contains no text.
 */
export async function encodingOf(file: Blob, signal: AbortSignal): Promise<Encoding> {
  if (file.size === 0) throw new FileProblem(t.fileEmpty)
  const [first, second] = await bytesOf(file.slice(0, 2))
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if ((await bytesOf(file.slice(0, pieceSize))).includes(0)) throw new FileProblem(t.notText)
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of bytePieces(file, signal)) strict.decode(bytes, { stream: true })
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return 'windows-1252'
  }
}

/** Streams the text of a file in chunks, so that its size does not matter. */
export function filePieces(file: Blob, encoding: Encoding): TextPieces {
  return async function* (signal) {
    const decoder = new TextDecoder(encoding)
    for await (const bytes of bytePieces(file, signal)) yield decoder.decode(bytes, { stream: true })
    const rest = decoder.decode()
    if (rest !== '') yield rest
  }
}

async function* bytePieces(file: Blob, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += pieceSize) {
    signal.throwIfAborted()
    yield await bytesOf(file.slice(from, from + pieceSize))
  }
}

function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () =>
      resolve(reader.result instanceof ArrayBuffer ? new Uint8Array(reader.result) : new Uint8Array())
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}
