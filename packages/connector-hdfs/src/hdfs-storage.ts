import { Readable } from 'node:stream'
import type { Settings } from '@millwright/connector/config-values'
import { readBytes } from '@millwright/connector/files/answer-body'
import {
  type ByteRange,
  type FileStorage,
  isDraft,
  isSingle,
  nameOf,
  newDraft,
  pathNames,
  type StoredEntry,
} from '@millwright/connector/files/file-storage'
import { refusals, unavailable } from '@millwright/connector/files/unavailable'
import { KeyedMutex } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { HdfsClient, HdfsRefusal, type HdfsTools } from './hdfs-client.ts'
import { hdfsSettings } from './hdfs-settings.ts'

/** Files of a Hadoop cluster through WebHDFS. A file is written to a draft next to its destination and renamed when complete. */
export function open(config: Settings, tools: HdfsTools): FileStorage {
  const client = new HdfsClient(hdfsSettings(config), tools)
  const { where, container } = client.settings
  const changes = new KeyedMutex()

  async function at<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof HdfsRefusal ? problemOf(error, where, path) : error
    }
  }

  const placeOf = (names: readonly string[]) => [...container, ...names]

  async function entryOf(names: readonly string[]): Promise<StoredEntry | null> {
    const answer = await client
      .requestJson({ method: 'GET', names: placeOf(names), operation: 'GETFILESTATUS' })
      .catch(nullWhereMissing)
    if (answer === null) return null
    const entry = readEntry(answer.FileStatus)
    if (entry === null) throw unavailable(where, 'its response is not WebHDFS.')
    return { ...entry, name: names.at(-1) ?? '' }
  }

  /** Lists a folder page by page. Returns `null` if it does not exist. */
  async function membersOf(names: readonly string[]): Promise<StoredEntry[] | null> {
    const members: StoredEntry[] = []
    let after: string | null = ''
    while (after !== null) {
      const query: Record<string, string> = after === '' ? {} : { startAfter: after }
      const answer = await client
        .requestJson({ method: 'GET', names: placeOf(names), operation: 'LISTSTATUS_BATCH', query })
        .catch(nullWhereMissing)
      if (answer === null) return null
      const { partialListing, remainingEntries } = Object(answer.DirectoryListing)
      const rows: unknown = Object(Object(partialListing).FileStatuses).FileStatus
      if (!Array.isArray(rows)) throw unavailable(where, 'its response is not WebHDFS.')
      const page = rows.map(readEntry).filter((entry) => entry !== null)
      members.push(...page)
      const last: string = page.at(-1)?.name ?? ''
      if (remainingEntries > 0 && (last === '' || last === after)) throw unavailable(where, 'its listing does not end.')
      after = remainingEntries > 0 ? last : null
    }
    return members
  }

  /** Creates the folders on the way to a new path, and returns the path's segments. */
  async function wayTo(path: string): Promise<readonly string[]> {
    const names = namesOf(path)
    if (names === null) throw refusals.noName(path)
    const above = names.slice(0, -1)
    if ((await entryOf(above))?.type === 'folder') return names
    await client.requestJson({ method: 'PUT', names: placeOf(above), operation: 'MKDIRS' })
    return names
  }

  /** Returns false if the target already exists. */
  async function rename(from: readonly string[], to: readonly string[], renameoptions: 'NONE' | 'OVERWRITE') {
    // Servers without support for these options respond with whether the rename succeeded.
    const query = { destination: `/${placeOf(to).join('/')}`, renameoptions }
    const answer = await client.requestJson({ method: 'PUT', names: placeOf(from), operation: 'RENAME', query })
    return answer.boolean !== false
  }

  async function* read(path: string, names: readonly string[], { start, end }: ByteRange) {
    const query = { offset: String(start), length: String(end - start + 1) }
    const openRequest = { method: 'GET', names: placeOf(names), operation: 'OPEN', query } as const
    yield* readBytes(await at(path, () => client.send(openRequest)), where)
  }

  const remove = (names: readonly string[], recursive: boolean) =>
    client.requestJson({
      method: 'DELETE',
      names: placeOf(names),
      operation: 'DELETE',
      query: { recursive: String(recursive) },
    })

  return {
    find: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        if (path !== '' && names === null) return null
        const found = await entryOf(names ?? [])
        return found ?? (path === '' ? { name: '', type: 'folder', size: 0, modified: null } : null)
      }),

    list: (path) =>
      at(path, async () => {
        const names = path === '' ? [] : namesOf(path)
        const entry = names === null ? null : await entryOf(names)
        if (names === null || entry?.type !== 'folder') return path === '' && entry === null ? [] : null
        const members = await membersOf(names)
        return members?.filter(({ name }) => isSingle(name) && !isDraft(name)) ?? null
      }),

    open: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        const found = names === null ? null : await entryOf(names)
        if (names === null || found?.type !== 'file') return null
        const { size, modified } = found
        return {
          size,
          modified: modified ?? 0,
          content: (range = { start: 0, end: size - 1 }) =>
            size === 0 ? Readable.from([]) : Readable.from(read(path, names, range), { objectMode: false }),
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
        const query = { overwrite: 'false' }
        try {
          const createRequest = {
            method: 'PUT',
            names: placeOf(draft),
            operation: 'CREATE',
            query,
            body: content,
          } as const
          ;(await client.send(createRequest)).resume()
          await changes.run(names.join('/'), async () => {
            await refuseThere()
            if (await rename(draft, names, keepExisting ? 'NONE' : 'OVERWRITE')) return
            if (keepExisting) throw refusals.exists(path)
            await remove(names, false)
            if (!(await rename(draft, names, 'NONE'))) throw refusals.exists(path)
          })
        } catch (error) {
          await remove(draft, false).catch(() => undefined)
          throw error
        }
      }),

    createFolder: (path) =>
      at(path, async () => {
        const names = await wayTo(path)
        if ((await entryOf(names)) !== null) throw refusals.exists(path)
        await client.requestJson({ method: 'PUT', names: placeOf(names), operation: 'MKDIRS' })
      }),

    removeFile: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        if (names === null || (await entryOf(names))?.type !== 'file') return false
        await remove(names, false)
        return true
      }),

    removeFolder: (path) =>
      at(path, async () => {
        const names = namesOf(path)
        if (names === null || (await entryOf(names))?.type !== 'folder') return
        await remove(names, true)
      }),

    move: (from, to) =>
      at(from, async () => {
        const source = namesOf(from)
        if (source === null || (await entryOf(source)) === null) throw refusals.missing(from)
        const target = await wayTo(to)
        if ((await entryOf(target)) !== null) throw refusals.exists(to)
        if (!(await rename(source, target, 'NONE'))) throw refusals.exists(to)
      }),

    close: async () => client.close(),
  }
}

/** `null` for the root and for invalid paths. */
function namesOf(path: string): readonly string[] | null {
  const names = pathNames(path)
  return names === null || names.length === 0 || names.some(isDraft) ? null : names
}

function readEntry(status: unknown): StoredEntry | null {
  if (!isRecord(status)) return null
  const { pathSuffix, type, length, modificationTime } = status
  if (typeof pathSuffix !== 'string' || (type !== 'FILE' && type !== 'DIRECTORY')) return null
  const modified = Number(modificationTime) || null
  return type === 'DIRECTORY'
    ? { name: pathSuffix, type: 'folder', size: 0, modified }
    : { name: pathSuffix, type: 'file', size: Number(length) || 0, modified }
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof HdfsRefusal && error.status === 404) return null
  throw error
}

function problemOf({ status, exception }: HdfsRefusal, where: string, path: string): Problem {
  if (status === 401 || exception === 'InvalidToken') return unavailable(where, 'it refuses the user of the service.')
  if (/^(?:FileAlreadyExists|PathIsNotEmptyDirectory)Exception$/.test(exception)) return refusals.exists(path)
  if (exception === 'ParentNotDirectoryException') return refusals.notFolder(path)
  if (/Quota/.test(exception)) return refusals.full()
  if (/^(?:Standby|SafeMode|Retriable)Exception$/.test(exception)) {
    return unavailable(where, 'it does not accept requests at the moment.')
  }
  if (/^(?:PathComponentTooLong|InvalidPath|IllegalArgument)Exception$/.test(exception)) return refusals.noName(path)
  if (/^(?:AlreadyBeingCreated|LeaseExpired)Exception$/.test(exception)) {
    return new Problem(409, `'${nameOf(path)}' is being written by someone else.`)
  }
  if (status === 404) return refusals.missing(path)
  if (status === 403) return refusals.denied(where, path)
  return unavailable(where, `it responded with status ${status}${exception === '' ? '' : ` (${exception})`}.`)
}
