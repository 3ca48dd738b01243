import { PassThrough, Readable, Writable } from 'node:stream'
import type { ByteRange } from '../../../request/file-content.ts'
import type { FtpConnection } from './ftp-connection.ts'

interface Download {
  readonly connection: FtpConnection
  readonly remote: string
  /** Bytes of the whole file. */
  readonly size: number
  readonly range: ByteRange
  readonly problemOf: (error: unknown) => unknown
  /** Called once, when the connection is not needed any more. */
  readonly done: () => void
}

/** Bytes of a file as fast as they are read. FTP can only send to the end: who wants less gives the connection up. */
export function download({ connection, remote, size, range, problemOf, done }: Download): Readable {
  const { client } = connection
  let left = range.end - range.start + 1
  if (left <= 0) {
    done()
    return Readable.from([])
  }
  const sent = new PassThrough()
  const received = new Writable({
    write(bytes: Buffer, _encoding, next) {
      const wanted = bytes.subarray(0, left)
      left -= wanted.length
      if (wanted.length === 0 || sent.write(wanted)) next()
      else sent.once('drain', next)
      if (left === 0 && range.end + 1 < size) client.close()
    },
  })
  const fail = (error: unknown) => sent.destroy(error instanceof Error ? error : new Error('The download broke off.'))
  const finish = (error?: unknown) => {
    if (left === 0) sent.end()
    else fail(error === undefined ? new Error('The file has become shorter.') : problemOf(error))
    done()
  }
  client.downloadTo(received, remote, range.start).then(() => finish(), finish)
  sent.once('close', () => {
    if (left > 0) client.close()
  })
  return sent
}
