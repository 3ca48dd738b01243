import { EncodingRecognizer, type TextEncoding } from '@millwright/contract/wire/text-encoding'
import { t } from './messages.ts'
import { FileProblem, type TextPieces } from './table-file.ts'

/** Number of bytes read at a time. */
const pieceSize = 256 * 1024

/** Recognizes the encoding. Throws `FileProblem` if the file is empty or contains no text. */
export async function encodingOf(file: Blob, signal: AbortSignal): Promise<TextEncoding> {
  if (file.size === 0) throw new FileProblem(t.fileEmpty)
  const recognizer = new EncodingRecognizer()
  let isFirst = true
  for await (const bytes of bytePieces(file, signal)) {
    recognizer.read(bytes)
    if (isFirst && recognizer.marked === null && bytes.includes(0)) throw new FileProblem(t.notText)
    isFirst = false
    if (!recognizer.isOpen) break
  }
  return recognizer.end()
}

/** Streams the text of a file in chunks, so that its size does not matter. */
export function filePieces(file: Blob, encoding: TextEncoding): TextPieces {
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
