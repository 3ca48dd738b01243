import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { below, type FileBytes, newDraft } from '@millwright/connector/files/file-storage'
import { refusals } from '@millwright/connector/files/unavailable'
import type { Client } from 'basic-ftp'
import { type FtpConnection, replyOf } from './ftp-connection.ts'
import { describe } from './ftp-describe.ts'

/** Uploads to a draft in a folder and returns its path. `abandoned` is called with the path if the upload fails. */
export async function writeDraft(
  { client }: FtpConnection,
  folder: string,
  content: FileBytes,
  abandoned: (draft: string) => Promise<void>,
): Promise<string> {
  const draft = below(folder, newDraft())
  const source: { failure: unknown } = { failure: null }
  try {
    await client.uploadFrom(Readable.from(captureErrors(client, content, source), { objectMode: false }), draft)
    return draft
  } catch (error) {
    await abandoned(draft)
    throw source.failure ?? error
  }
}

/** Stores an error of the content itself in `source`, as the client would report it as its own failure. */
async function* captureErrors(
  client: Client,
  content: FileBytes,
  source: { failure: unknown },
): AsyncGenerator<Uint8Array> {
  try {
    await encrypted(client)
    yield* content instanceof Uint8Array ? [content] : content
  } catch (error) {
    source.failure = error
    throw error
  }
}

/** Waits for the TLS handshake of the upload's data connection: for an empty upload, the library would close the connection first. */
async function encrypted({ ftp: { dataSocket } }: Client): Promise<void> {
  if (!(dataSocket instanceof TLSSocket) || dataSocket.authorized || dataSocket.destroyed) return
  await new Promise<void>((resolve) => {
    dataSocket.once('secureConnect', resolve)
    dataSocket.once('close', () => resolve())
  })
}

/** Renames a draft to its final path. If the server cannot replace files, the old file is deleted first. */
export async function putInPlace(
  connection: FtpConnection,
  draft: string,
  { folder, name, path, keepExisting }: { folder: string; name: string; path: string; keepExisting: boolean },
): Promise<void> {
  const { client } = connection
  const there = await describe(connection, folder, name)
  if (there?.type === 'folder') throw refusals.folderThere(path)
  if (there !== null && keepExisting) throw refusals.exists(path)
  const target = below(folder, name)
  try {
    await rename(connection, draft, target)
  } catch (error) {
    if (there === null || replyOf(error) === null) throw error
    await client.send(`DELE ${target}`)
    await rename(connection, draft, target)
  }
}

export async function rename({ client }: FtpConnection, from: string, to: string): Promise<void> {
  await client.send(`RNFR ${from}`)
  await client.send(`RNTO ${to}`)
}
