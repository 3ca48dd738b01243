import type { TextPieces } from './table-file.ts'

/** Bytes that are read at a time. */
const pieceSize = 1024 * 1024

/** The text of a file in pieces, so that its size does not matter. */
export function filePieces(file: Blob): TextPieces {
  return async function* (signal) {
    const decoder = new TextDecoder()
    for (let from = 0; from < file.size; from += pieceSize) {
      signal.throwIfAborted()
      const bytes = await bytesOf(file.slice(from, from + pieceSize))
      yield decoder.decode(bytes, { stream: from + pieceSize < file.size })
    }
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
