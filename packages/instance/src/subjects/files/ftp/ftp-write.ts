import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Client } from 'basic-ftp'
import type { FileBytes } from '../../../gateway/ports/file-storage.ts'
import { newDraft } from '../file-draft.ts'
import { below } from '../remote-path.ts'
import { refusals } from '../unavailable.ts'
import type { FtpConnection } from './ftp-connection.ts'
import { describe } from './ftp-describe.ts'
import { replyOf } from './ftp-problem.ts'

/** Uploads to a draft in a folder, and answers its path. `abandoned` gets that path when the upload breaks off. */
export async function writeDraft(
  { client }: FtpConnection,
  folder: string,
  content: FileBytes,
  abandoned: (draft: string) => Promise<void>,
): Promise<string> {
  const draft = below(folder, newDraft())
  const source: { failure: unknown } = { failure: null }
  try {
    await client.uploadFrom(Readable.from(watched(client, content, source), { objectMode: false }), draft)
    return draft
  } catch (error) {
    await abandoned(draft)
    throw source.failure ?? error
  }
}

/** Keeps what went wrong with the content itself, which the client would report as its own failure. */
async function* watched(client: Client, content: FileBytes, source: { failure: unknown }): AsyncGenerator<Uint8Array> {
  try {
    await encrypted(client)
    yield* content instanceof Uint8Array ? [content] : content
  } catch (error) {
    source.failure = error
    throw error
  }
}

/** Waits for the handshake of the line that an upload takes: the library would end it before, if nothing is to be sent. */
async function encrypted({ ftp: { dataSocket } }: Client): Promise<void> {
  if (!(dataSocket instanceof TLSSocket) || dataSocket.authorized || dataSocket.destroyed) return
  await new Promise<void>((resolve) => {
    dataSocket.once('secureConnect', resolve)
    dataSocket.once('close', () => resolve())
  })
}

/** Puts a draft in its place. Where the server does not replace files, the old one goes first. */
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
