import { Readable } from 'node:stream'
import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import { readBytes } from '@millwright/connector/files/answer-body'
import {
  type ByteRange,
  type FileStorage,
  isDraft,
  nameOf,
  newDraft,
  pathNames,
  type StoredEntry,
} from '@millwright/connector/files/file-storage'
import { refusals, unavailable } from '@millwright/connector/files/unavailable'
import { KeyedMutex } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import { WebdavClient, WebdavRefusal } from './webdav-client.ts'
import { webdavSettings } from './webdav-settings.ts'

/** Files on a WebDAV server (RFC 4918). A file is written to a draft next to its destination and renamed when complete. */
export function open(config: Settings, { openHttp }: Pick<ConnectorTools, 'openHttp'>): FileStorage {
  const client = new WebdavClient(webdavSettings(config), openHttp)
  const { where, container } = client.settings
  const changes = new KeyedMutex()

  async function at<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof WebdavRefusal ? problemOf(error, where, path) : error
    }
  }

  /** Some servers reject listing a file. */
  async function membersOf(names: readonly string[]) {
    try {
      return await client.members(names, 1)
    } catch (error) {
      if (error instanceof WebdavRefusal && (await entryOf(names))?.type === 'file') return null
      throw error
    }
  }

  async function entryOf(names: readonly string[]) {
    const found = await client.members(names, 0)
    const own = found?.find(({ name }) => name === '')
    return own === undefined ? null : { ...own, name: names.at(-1) ?? '' }
  }

  /** Creates the folders on the way to a new path, and returns the path's segments. */
  async function wayTo(path: string): Promise<readonly string[]> {
    const names = namesOf(path)
    if (names === null) throw refusals.noName(path)
    const folder = names.slice(0, -1)
    if ((await entryOf(folder))?.type === 'folder') return names
    await makeRoot()
    for (let length = 1; length <= folder.length; length += 1) {
      const above = names.slice(0, length)
      if (await makeFolder(above)) continue
      if ((await entryOf(above))?.type !== 'folder') throw refusals.notFolder(above.join('/'))
    }
    return names
  }

  /** Creates a folder. Returns false if something exists there already. */
  async function makeFolder(names: readonly string[]): Promise<boolean> {
    try {
      await client.tell({ method: 'MKCOL', names, isFolder: true })
      return true
    } catch (error) {
      if (error instanceof WebdavRefusal && [405, 301, 409].includes(error.status)) return false
      throw error
    }
  }

  async function makeRoot(): Promise<void> {
    if ((await client.members([], 0)) !== null) return
    const root = new WebdavClient({ ...client.settings, container: [] }, openHttp)
    try {
      for (let length = 1; length <= container.length; length += 1) {
        const names = container.slice(0, length)
        await root.tell({ method: 'MKCOL', names, isFolder: true }).catch((error: unknown) => {
          if (!(error instanceof WebdavRefusal && error.status === 405)) throw error
        })
      }
    } finally {
      root.close()
    }
  }

  async function relocate(from: readonly string[], to: readonly string[], isFolder: boolean, overwrite: boolean) {
    const destination = client.urlOf(to, isFolder).href
    const headers = { destination, overwrite: overwrite ? 'T' : 'F' }
    try {
      await client.tell({ method: 'MOVE', names: from, isFolder, headers })
    } catch (error) {
      if (error instanceof WebdavRefusal && error.status === 412) throw refusals.exists(to.join('/'))
      throw error
    }
  }

  async function* read(path: string, names: readonly string[], etag: string | null, range: ByteRange | null) {
    const headers = {
      ...(range === null ? {} : { range: `bytes=${range.start}-${range.end}` }),
      ...(etag === null || etag.startsWith('W/') ? {} : { 'if-match': etag }),
    }
    const answer = await at(path, () => client.send({ method: 'GET', names, headers }))
    const bytes = readBytes(answer, where)
    // Not every server supports ranges.
    yield* range === null || answer.statusCode === 206 ? bytes : within(bytes, range)
  }

  return {
    find: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        if (path !== '' && names === null) return null
        const found = await entryOf(names ?? [])
        if (found === null) return path === '' ? { name: '', type: 'folder', size: 0, modified: null } : null
        return plain(found)
      }),

    list: (path) =>
      at(path, async () => {
        const names = path === '' ? [] : namesOf(path)
        const members = names === null ? null : await membersOf(names)
        if (members === null) return path === '' ? [] : null
        if (members.some(({ name, type }) => name === '' && type === 'file')) return null
        return members.filter(({ name }) => name !== '' && !isDraft(name)).map(plain)
      }),

    open: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        const found = names === null ? null : await entryOf(names)
        if (names === null || found?.type !== 'file') return null
        const { size, modified, etag } = found
        return {
          size,
          modified: modified ?? 0,
          content: (range) =>
            size === 0
              ? Readable.from([])
              : Readable.from(read(path, names, etag, range ?? null), { objectMode: false }),
          close: async () => undefined,
        }
      }),

    write: (path, content, { keepExisting } = { keepExisting: false }) =>
      at(path, async () => {
        const names = await wayTo(path)
        const refuseThere = async () => {
          const entry = await entryOf(names)
          if (entry?.type === 'folder') throw refusals.folderThere(path)
          if (entry !== null && keepExisting) throw refusals.exists(path)
        }
        await refuseThere()
        const draft = [...names.slice(0, -1), newDraft()]
        try {
          await client.tell({ method: 'PUT', names: draft, body: content })
          // Some servers delete the target before they move, so other requests would not find it for a moment.
          await changes.run(names.join('/'), async () => {
            await refuseThere()
            await relocate(draft, names, false, !keepExisting)
          })
        } catch (error) {
          await client.tell({ method: 'DELETE', names: draft }).catch(() => undefined)
          throw error
        }
      }),

    createFolder: (path) =>
      at(path, async () => {
        const names = await wayTo(path)
        if ((await entryOf(names)) !== null || !(await makeFolder(names))) throw refusals.exists(path)
      }),

    removeFile: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        if (names === null || (await entryOf(names))?.type !== 'file') return false
        await client.tell({ method: 'DELETE', names })
        return true
      }),

    removeFolder: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        if (names === null || (await entryOf(names))?.type !== 'folder') return
        await client.tell({ method: 'DELETE', names, isFolder: true })
      }),

    move: (from, to) =>
      at(from, async () => {
        const source = namesOf(from)
        const entry = source === null ? null : await entryOf(source)
        if (source === null || entry === null) throw refusals.missing(from)
        const target = await wayTo(to)
        if ((await entryOf(target)) !== null) throw refusals.exists(to)
        await relocate(source, target, entry.type === 'folder', false)
      }),

    close: async () => client.close(),
  }
}

/** `null` for the root and for invalid paths. */
function namesOf(path: string): readonly string[] | null {
  const names = pathNames(path)
  return names === null || names.length === 0 || names.some(isDraft) ? null : names
}

const plain = ({ name, type, size, modified }: StoredEntry): StoredEntry => ({ name, type, size, modified })

async function* within(bytes: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const piece of bytes) {
    const from = Math.max(0, start - passed)
    const to = Math.min(piece.length, end + 1 - passed)
    if (to > from) yield piece.subarray(from, to)
    passed += piece.length
    if (passed > end) return
  }
}

function problemOf({ status }: WebdavRefusal, where: string, path: string): Problem {
  if (status === 403) return refusals.denied(where, path)
  if (status === 404 || status === 410) return refusals.missing(path)
  if (status === 412) return new Problem(409, `'${nameOf(path)}' was changed in the meantime.`)
  if (status === 423) return new Problem(409, `'${path}' is locked by someone else.`)
  if (status === 405 || status === 409)
    return new Problem(409, `The ${where} cannot do that with '${path}' in its current state.`)
  if (status === 413) return new Problem(413, `The ${where} does not accept files of this size.`)
  if (status === 507) return refusals.full()
  if (status === 400 || status === 414) return refusals.noName(path)
  return unavailable(where, `it responds with status ${status}.`)
}
