import { below, isDraft, nameOf, pathNames, type StoredEntry } from '@millwright/connector/files/file-storage'
import { refusals } from '@millwright/connector/files/unavailable'
import { type FtpConnection, isAbsent, workingFolder } from './ftp-connection.ts'
import { describe } from './ftp-describe.ts'

/** A path resolved on the server. */
export interface FtpPlace {
  /** The server paths of the parent folder and of the file or folder itself. */
  readonly folder: string
  readonly remote: string
  /** `null` if nothing exists there. */
  readonly entry: StoredEntry | null
}

/** Changes to a folder and returns its path on the server. Returns `null` if it does not exist or is only reachable through a link. */
export async function changeTo(connection: FtpConnection, root: string, path: string): Promise<string | null> {
  const top = await enterRoot(connection, root)
  if (top === null || path === '') return top
  const folder = below(top, path)
  return (await goTo(connection, folder)) === folder ? folder : null
}

/** Resolves a path. Returns `null` if its parent folder does not exist. */
export async function resolvePath(connection: FtpConnection, root: string, path: string): Promise<FtpPlace | null> {
  const names = pathNames(path)
  if (names === null || names.length === 0 || names.some(isDraft)) return null
  const folder = await changeTo(connection, root, names.slice(0, -1).join('/'))
  if (folder === null) return null
  const remote = below(folder, nameOf(names.join('/')))
  return { folder, remote, entry: await describe(connection, folder, nameOf(names.join('/'))) }
}

/** Like `resolvePath` for a new path: creates the folders on the way. Throws for invalid names and for paths through files. */
export async function resolveForWrite(connection: FtpConnection, root: string, path: string): Promise<FtpPlace> {
  const names = pathNames(path)
  if (names === null || names.length === 0 || names.some(isDraft)) throw refusals.noName(path)
  const found = await resolvePath(connection, root, path)
  if (found !== null) return found
  const top = (await enterRoot(connection, root)) ?? (await makeRoot(connection, root))
  for (let length = 1; length < names.length; length += 1) {
    const shown = names.slice(0, length).join('/')
    const step = below(top, shown)
    await connection.client.sendIgnoringError(`MKD ${step}`)
    if ((await goTo(connection, step)) !== step) throw refusals.notFolder(shown)
  }
  return (await resolvePath(connection, root, path)) ?? Promise.reject(refusals.missing(path))
}

/** `null` if the root does not exist yet. */
async function enterRoot(connection: FtpConnection, root: string): Promise<string | null> {
  return goTo(connection, root.startsWith('/') ? root : below(connection.home, root === '.' ? '' : root))
}

async function makeRoot(connection: FtpConnection, root: string): Promise<string> {
  const start = root.startsWith('/') ? '/' : connection.home
  let step = start
  for (const name of root.split('/').filter((each) => each !== '')) {
    step = below(step, name)
    await connection.client.sendIgnoringError(`MKD ${step}`)
  }
  return (await enterRoot(connection, root)) ?? Promise.reject(refusals.missing(root))
}

/** Changes to a folder and returns the server's own path for it, with links resolved, or `null` if the folder does not exist. */
export async function goTo({ client }: FtpConnection, folder: string): Promise<string | null> {
  try {
    await client.send(`CWD ${folder}`)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  return workingFolder(client)
}
