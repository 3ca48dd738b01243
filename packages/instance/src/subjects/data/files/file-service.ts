import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { contentType, mediaType } from '@millwright/connector/files/content-type'
import { type FileStorage, nameOf, type StoredEntry } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { Dependents } from '@millwright/contract/wire/dependents'
import { decide } from '../../../access/decide.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { transactionOf } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse, UnparsedRequest } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import { flag, list, text } from '../../../request/params.ts'
import { findBroken } from '../../ground/system/dependents/find-dependents.ts'
import { readableDependents } from '../../ground/system/dependents/refuse-in-use.ts'
import { type FileCall, type FileLimits, mayCall, missingFile, permit, readPath } from './file-call.ts'
import { readItems } from './items.ts'
import { putAtPath, putInFolder } from './put.ts'
import { isForm } from './receive-form.ts'
import { remove } from './remove.ts'
import { protectScriptFiles } from './source-files.ts'
import { type Found, inOrder, walk } from './walk.ts'

/** Creates a service for a storage. Paths of folders end in a slash, except for the root (docs/wire/files.md). */
export function createFileService(storage: FileStorage, { host, row }: ServiceParts): Service {
  const { dataFolder, uploadLimit, bodyLimit, allowPrivateHosts } = host.parts.config
  const outgoing = createOutgoing({ allowPrivateHosts })
  const limits: FileLimits = {
    upload: uploadLimit,
    text: bodyLimit,
    drafts: join(dataFolder, 'drafts'),
    fetch: outgoing.stream,
  }

  async function callOf(request: ApiRequest): Promise<FileCall> {
    const path = await knownPath(request)
    const writable =
      request.verb === 'GET' ? storage : await protectScriptFiles(storage, host.parts.store, request.caller)
    const call = { request, storage: writable, path, limits }
    // The stored form of the name may differ from the one that access was decided for.
    if (path !== request.resource) permit(call, request.verb, path)
    return call
  }

  /** Names are written in one Unicode form. Files added to the storage by other programs are found in the form that they have. */
  async function knownPath({ verb, resource }: ApiRequest): Promise<string> {
    const path = readPath(resource)
    if (path === resource || verb === 'POST' || verb === 'PUT') return path
    return (await storage.find(path)) === null && (await storage.find(resource)) !== null ? resource : path
  }

  return {
    takesUpload: isUpload,
    storage,
    ...(storage.close === undefined ? {} : { close: storage.close }),
    publicEndpoints: [],
    accessList: (request) => folderComponents({ storage, request }),
    async handle(request) {
      const isFolder = request.resource === '' || request.endsInSlash === true
      const call = await callOf(request)
      switch (request.verb) {
        case 'GET':
          if (flag(request.params, 'dependents'))
            return { status: 200, body: await dependentsOf(call, row, host.parts) }
          return isFolder ? readFolder(call) : readFile(call)
        case 'POST':
        case 'PUT':
          return isFolder ? putInFolder(call) : putAtPath(call)
        case 'DELETE':
          return remove(call, readItems(request), isFolder)
        default:
          throw new Problem(501, 'Properties of files and folders cannot be changed.')
      }
    },
  }
}

/** Whether the body is a file or a form with files, instead of a list of actions. */
function isUpload({ verb, resource, endsInSlash, headers }: UnparsedRequest): boolean {
  if (verb !== 'POST' && verb !== 'PUT') return false
  const isFile = resource !== '' && endsInSlash !== true
  return isFile || Boolean(headers['x-file-name']) || isForm(headers['content-type'] ?? '')
}

async function readFolder(call: FileCall): Promise<ApiResponse> {
  const { params, resource } = call.request
  if (resource === '' && flag(params, 'as_access_list')) {
    return { status: 200, body: { resource: await folderComponents(call) } }
  }
  if (flag(params, 'include_properties')) return folderProperties(call)
  return flag(params, 'zip') ? zipFolder(call) : listFolder(call)
}

/** `GET` of a folder with `zip`: streams an archive of the content that the caller may read. */
async function zipFolder(call: FileCall): Promise<ApiResponse> {
  const { storage, path, request } = call
  if ((await storage.find(path))?.type !== 'folder') throw missingFile(`${path}/`)
  const { folderEntries, zipStream } = await import('./zip-stream.ts')
  const time = new Date().toISOString().replace(/[-:]|\.\d+Z/g, '')
  const content = new FileContent({
    name: `${path === '' ? `${request.service}_${time}` : nameOf(path)}.zip`,
    contentType: 'application/zip',
    disposition: 'attachment',
    size: null,
    modified: null,
    read: () => zipStream(folderEntries(storage, path, (inside) => mayCall(call, 'GET', inside))),
    close: () => undefined,
  })
  return { status: 200, body: content }
}

/** `GET` of a file: its bytes or its properties (docs/wire/files.md). */
async function readFile(call: FileCall): Promise<ApiResponse> {
  const { storage, path, request } = call
  const name = nameOf(path)
  const file = await storage.open(path)
  if (file === null) throw missingFile(path)
  if (flag(request.params, 'include_properties')) {
    const properties = {
      path,
      name,
      content_type: mediaType(name),
      last_modified: new Date(file.modified).toUTCString(),
      content_length: file.size,
    }
    if (!flag(request.params, 'content')) {
      await file.close()
      return { status: 200, body: properties }
    }
    if (file.size > call.limits.text) {
      await file.close()
      throw new Problem(413, `'${path}' is too long to be answered as a text. Read it without include_properties.`)
    }
    const bytes = await buffer(file.content())
    const isBase64 = text(request.params, 'is_base64') === undefined || flag(request.params, 'is_base64')
    return { status: 200, body: { ...properties, content: bytes.toString(isBase64 ? 'base64' : 'utf8') } }
  }
  const disposition = flag(request.params, 'download') ? 'attachment' : isPage(name) ? null : 'inline'
  const content = new FileContent({
    name,
    contentType: contentType(name),
    disposition,
    size: file.size,
    modified: file.modified,
    read: (range) => file.content(range),
    close: () => file.close(),
  })
  return { status: 200, body: content }
}

const isPage = (name: string) => mediaType(name) === 'text/html'

/** `GET` of a folder: its content, filtered by the parameters (docs/wire/files.md). */
async function listFolder(call: FileCall): Promise<ApiResponse> {
  const { storage, path } = call
  const { params } = call.request
  const direct = await inOrder(storage, path)
  if (direct === null) throw missingFile(`${path}/`)
  const found = flag(params, 'full_tree') ? await wholeTree(call) : direct
  const files = flag({ include_files: 'true', ...params }, 'include_files')
  const folders = flag({ include_folders: 'true', ...params }, 'include_folders')
  const search = text(params, 'search')?.toLowerCase() ?? ''
  const wanted = found.filter(
    ({ entry }) => (entry.type === 'file' ? files : folders) && entry.name.toLowerCase().includes(search),
  )
  if (flag(params, 'as_list')) return answer(wanted.map(shownPath))
  const fields = list(params, 'fields') ?? ['*']
  const rows = wanted.map((each) => row(each, path))
  return answer(fields.includes('*') ? rows : rows.map((each) => only(each, fields)))
}

const answer = (resource: unknown): ApiResponse => ({ status: 200, body: { resource } })

async function wholeTree(call: FileCall): Promise<Found[]> {
  const found: Found[] = []
  for await (const each of walk(call.storage, call.path, (folder) => mayCall(call, 'GET', folder))) found.push(each)
  return found
}

const shownPath = ({ entry, path }: Found) => (entry.type === 'folder' ? `${path}/` : path)

function row({ entry, path }: Found, listed: string): Readonly<Record<string, unknown>> {
  const last_modified = lastModified(entry)
  const name = listed === '' ? path : path.slice(listed.length + 1)
  if (entry.type === 'folder') return { path: `${path}/`, last_modified, name, type: 'folder' }
  return { path, content_type: mediaType(name), last_modified, content_length: entry.size, name, type: 'file' }
}

/** Undefined if unknown, which omits the member from the response. */
const lastModified = ({ modified }: StoredEntry) => (modified === null ? undefined : new Date(modified).toUTCString())

const only = (members: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => (Object.hasOwn(members, field) ? [[field, members[field]]] : [])))

/** `GET` of a folder with `include_properties`. */
async function folderProperties({ storage, path }: FileCall): Promise<ApiResponse> {
  const entry = await storage.find(path)
  if (entry?.type !== 'folder') throw missingFile(`${path}/`)
  const last_modified = lastModified(entry)
  return answer({ name: nameOf(path), path: path === '' ? '' : `${path}/`, last_modified })
}

/** The components that access rows can name: the root, and every folder that the caller may use in any way. */
async function folderComponents({ storage, request }: Pick<FileCall, 'storage' | 'request'>): Promise<string[]> {
  const isUsable = (resource: string) => decide({ ...request, resource }, []).mask !== 0
  const below: string[] = []
  for await (const { entry, path } of walk(storage, '')) {
    if (entry.type === 'folder' && isUsable(path)) below.push(`${path}/`, `${path}/*`)
  }
  return below.length === 0 && !isUsable('') ? [] : ['', '*', ...below]
}

/**
 * `GET` of a folder or file with `dependents`: what names it in the instance and breaks if it is deleted or moved, as far as the caller may
 * read it (docs/wire/files.md).
 */
async function dependentsOf(
  { request, storage, path }: FileCall,
  { id, name }: ServiceParts['row'],
  { store, kinds }: Pick<Parts, 'store' | 'kinds'>,
): Promise<Dependents> {
  if (path === '' || (await storage.find(path)) === null) throw missingFile(path)
  const tx = transactionOf(dialectOf(store.engine), store.statements)
  const target = { kind: 'folder', name: path, service: { id, name } } as const
  return readableDependents(tx, request, await findBroken({ tx, kinds }, target))
}
