import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import { get, rowsOfCall } from './read-records.ts'

/** Accesses the files of a service by requests on behalf of a caller, whatever the storage. Paths have no leading or trailing slashes. */
export interface FileCalls {
  /** Sizes in bytes of the files in a folder, by path. Empty if the folder does not exist. */
  sizesIn(folder: string): Promise<ReadonlyMap<string, number>>
  /** Throws a 404 if the file does not exist. */
  open(path: string): Promise<Readable>
  /** An archive of a folder, created while it is read. */
  openFolder(path: string): Promise<Readable>
  hasFolder(path: string): Promise<boolean>
  hash(content: AsyncIterable<Uint8Array>): Promise<string>
  /** With `fresh`, throws a 400 if the file exists. */
  write(path: string, content: AsyncIterable<Uint8Array>, fresh?: boolean): Promise<void>
  makeFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Removes an empty folder. */
  removeFolder(path: string): Promise<void>
}

export function createFileCalls(call: Forward, request: ApiRequest, name: string): FileCalls {
  const service = name.toLowerCase()
  const base: ApiRequest = { ...request, ...get(service, '') }

  async function content(contentRequest: ApiRequest): Promise<Readable> {
    const { body } = await call(contentRequest)
    if (!(body instanceof FileContent)) throw new Problem(400, `${name} is not a file service.`)
    return body.content.read()
  }

  return {
    async sizesIn(resource) {
      const params = { include_folders: 'false', fields: 'path,content_length' }
      const listRequest = { ...base, resource, endsInSlash: true, params }
      const rows = await unlessAbsent(() => rowsOfCall(call, listRequest), [])
      return new Map(rows.map(({ path, content_length }) => [String(path), Number(content_length)]))
    },
    open: (resource) => content({ ...base, resource }),
    openFolder: (resource) => content({ ...base, resource, endsInSlash: true, params: { zip: 'true' } }),
    async hasFolder(resource) {
      const folderRequest = { ...base, resource, endsInSlash: true, params: { include_properties: 'true' } }
      return unlessAbsent(async () => isRecord((await call(folderRequest)).body), false)
    },
    async hash(pieces) {
      const hash = createHash('sha256')
      for await (const piece of pieces) hash.update(piece)
      return hash.digest('hex')
    },
    async write(resource, pieces, fresh = false) {
      const readable = Readable.from(pieces, { objectMode: false })
      const upload = { content: readable, contentType: 'application/octet-stream', size: null }
      try {
        await call({ ...base, verb: 'POST', resource, upload, params: fresh ? { check_exist: 'true' } : {} })
      } finally {
        readable.destroy()
      }
    },
    async makeFolder(resource) {
      await call({ ...base, verb: 'POST', resource, endsInSlash: true })
    },
    async remove(resource) {
      await call({ ...base, verb: 'DELETE', resource })
    },
    async removeFolder(resource) {
      await call({ ...base, verb: 'DELETE', resource, endsInSlash: true })
    },
  }
}

async function unlessAbsent<T>(work: () => Promise<T>, absent: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return absent
    throw error
  }
}
