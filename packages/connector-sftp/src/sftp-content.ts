import type { ByteRange, FileBytes } from '@millwright/connector/files/file-storage'
import type { SftpSession } from './sftp-session.ts'

/** Bytes of a request that every server accepts, and the number of concurrent requests. Their product is the memory per transfer. */
const piece = 32 * 1024
const ahead = 16

/** Reads an open file with read-ahead. Fails if the file ends before the range does. */
export async function* readRange(session: SftpSession, handle: Buffer, range: ByteRange): AsyncGenerator<Buffer> {
  const reads: Promise<Buffer>[] = []
  let next = range.start
  for (;;) {
    while (reads.length < ahead && next <= range.end) {
      const bytes = readPiece(session, handle, next, Math.min(piece, range.end + 1 - next))
      // The error is thrown when the bytes are awaited.
      bytes.catch(() => undefined)
      reads.push(bytes)
      next += piece
    }
    const first = reads.shift()
    if (first === undefined) return
    yield await first
  }
}

async function readPiece(session: SftpSession, handle: Buffer, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const count = await session.ask<number>((answer) =>
      session.sftp.read(handle, bytes, read, length - read, start + read, (error, count) => answer(error, count)),
    )
    if (count === 0) throw new Error('The file has become shorter')
    read += count
  }
  return bytes
}

/** Writes the content to an open file from its start. */
export async function writeAll(session: SftpSession, handle: Buffer, content: FileBytes): Promise<void> {
  const writes = new Set<Promise<void>>()
  let failure: unknown = null
  let place = 0
  for await (const bytes of content instanceof Uint8Array ? [content] : content) {
    for (let at = 0; at < bytes.length; at += piece) {
      const length = Math.min(piece, bytes.length - at)
      const position = place + at
      const written = session
        .run((answer) =>
          session.sftp.write(
            handle,
            Buffer.from(bytes.buffer, bytes.byteOffset + at, length),
            0,
            length,
            position,
            answer,
          ),
        )
        .catch((error: unknown) => {
          failure ??= error
        })
        .finally(() => writes.delete(written))
      writes.add(written)
      if (writes.size >= ahead) await Promise.race(writes)
      if (failure !== null) throw failure
    }
    place += bytes.length
  }
  await Promise.all(writes)
  if (failure !== null) throw failure
}
