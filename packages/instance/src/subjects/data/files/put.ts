import { type FileBytes, type FileStorage, joined, nameOf } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { matches } from '../../../records/system/etag.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { fileTag } from '../../../request/file-content.ts'
import { text } from '../../../request/params.ts'
import {
  type FileCall,
  missingFile,
  namedFile,
  namedFolder,
  needParent,
  permit,
  readFileName,
  readPath,
} from './file-call.ts'
import { eachItem, type Item, readItems } from './items.ts'
import { keepExisting, putFile } from './put-file.ts'
import { isForm, receiveForm } from './receive-form.ts'
import { walk } from './walk.ts'

/** Maximum bytes of a file that the instance downloads from a URL. */
const maxFetched = 100 * 2 ** 20

const created = (body: unknown): ApiResponse => ({ status: 201, body })

/** `POST` and `PUT` to a folder: uses the first kind of content that the request has (docs/wire/files.md). */
export async function putInFolder(call: FileCall): Promise<ApiResponse> {
  const { request, path, storage } = call
  const { headers, params, upload } = request
  const fileName = headers['x-file-name']
  if (fileName !== undefined && fileName !== '') {
    const target = joined(path, readFileName(readHeader(fileName)))
    return created(await putFile(call, { path: target, ...bodyOf(request) }))
  }
  const folderName = headers['x-folder-name']
  if (folderName !== undefined && folderName !== '') {
    const { name, path: folderPath } = await makeFolder(call, joined(path, readFileName(readHeader(folderName))))
    return created({ name, path: folderPath.replace(/\/$/, '') })
  }
  if (text(params, 'url')) return created(await fetchFile(call))
  if (upload !== undefined && isForm(upload.contentType)) {
    const resource = await receiveForm(upload, ({ name, content, type }) =>
      putFile(call, { path: joined(path, readFileName(name)), content, type }),
    )
    if (resource.length === 0) throw noFile()
    return created({ resource })
  }
  const items = readItems(request)
  if (items !== null) return created({ resource: await putItems(call, items) })
  if (path === '' || (await storage.find(path)) !== null) {
    throw new Problem(400, `The file or folder '${path}' already exists.`)
  }
  return created(await makeFolder(call, path))
}

/** `POST` and `PUT` to the path of a file: its bytes, or a form with one file. */
export async function putAtPath(call: FileCall): Promise<ApiResponse> {
  const { request, path } = call
  const { upload } = request
  await needUnchanged(call)
  if (upload === undefined || !isForm(upload.contentType)) {
    return created(await putFile(call, { path, ...bodyOf(request) }))
  }
  const [written] = await receiveForm(upload, ({ content, type }) => putFile(call, { path, content, type }), {
    most: 1,
  })
  if (written === undefined) throw noFile()
  return created(written)
}

const noFile = () => new Problem(400, 'The form contains no file.')

/** Throws a 412 if the existing file does not match `If-Match`. */
async function needUnchanged({ request, storage, path }: FileCall): Promise<void> {
  const wanted = request.headers['if-match']
  if (wanted === undefined) return
  const file = await storage.open(path)
  await file?.close()
  if (file === null || !matches(wanted, fileTag(file))) {
    throw new Problem(412, `'${path}' was changed by someone else since it was read.`)
  }
}

async function makeFolder(call: FileCall, path: string): Promise<ReturnType<typeof namedFolder>> {
  const { storage, request } = call
  permit(call, request.verb, path)
  await storage.createFolder(path)
  return namedFolder(path)
}

async function fetchFile(call: FileCall): Promise<Readonly<Record<string, unknown>>> {
  const { params } = call.request
  const most = Math.min(call.limits.upload ?? maxFetched, maxFetched)
  const { content, address } = await call.limits.fetch(text(params, 'url') ?? '', most)
  const name = text(params, 'filename') || lastName(address)
  return putFile(call, { path: joined(call.path, readFileName(name)), content })
}

function lastName({ pathname }: URL): string {
  const name = nameOf(readPath(unescaped(pathname)))
  if (name === '') throw new Problem(400, "The URL does not end in a file name. Send one in the parameter 'filename'.")
  return name
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Node.js decodes headers as Latin-1. Values that are valid UTF-8 are decoded as such. */
function readHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** The bytes of a request's body. Requests made inside the instance have a value instead, which is serialized. */
function bodyOf({ upload, payload }: ApiRequest): { content: FileBytes; type?: string } {
  if (upload !== undefined)
    return { content: upload.content.iterator({ destroyOnReturn: false }), type: upload.contentType }
  if (payload === undefined || payload === null) return { content: new Uint8Array() }
  if (payload instanceof Uint8Array) return { content: payload }
  return { content: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)) }
}

/** `POST` of a list to a folder: creates, copies and moves files and folders (docs/wire/files.md). */
async function putItems(call: FileCall, items: readonly Item[]): Promise<readonly unknown[]> {
  if (call.path !== '' && (await call.storage.find(call.path)) === null) {
    await call.storage.createFolder(call.path)
  }
  return eachItem(call.path, items, (item) => putItem(call, item))
}

async function putItem(call: FileCall, item: Item): Promise<Readonly<Record<string, unknown>>> {
  const target = targetOf(call, item)
  permit(call, call.request.verb, target)
  await needParent(call, target)
  if (item.sourcePath !== null) {
    if ((item.sourceContainer ?? '') !== '') {
      throw new Problem(400, 'A file service has one container; source_container is not supported.')
    }
    const source = readPath(item.sourcePath)
    const found = await call.storage.find(source)
    if (found === null) throw missingFile(source)
    await copy(call, { source, target, type: found.type, deleteSource: item.deleteSource })
    return found.type === 'folder' ? { ...namedFolder(target), type: 'folder' } : namedFile(target)
  }
  if (item.type === 'folder') {
    await call.storage.createFolder(target)
    return { ...namedFolder(target), type: 'folder' }
  }
  await call.storage.write(target, bytesOf(item), keepExisting(call.request))
  return namedFile(target)
}

function targetOf(call: FileCall, { name, path, sourcePath }: Item): string {
  if (name !== null) return joined(call.path, readFileName(name.replace(/\/$/, '')))
  if (path !== null) return readPath(path)
  return joined(call.path, nameOf(readPath(sourcePath ?? '')))
}

function bytesOf({ content, isBase64 }: Item): Uint8Array {
  const text = content ?? ''
  if (!isBase64) return Buffer.from(text)
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(text)) throw new Problem(400, 'The content is not Base64.')
  return Buffer.from(text, 'base64')
}

interface Copy {
  readonly source: string
  readonly target: string
  readonly type: 'file' | 'folder'
  /** Whether to move instead of copying. */
  readonly deleteSource: boolean
}

/**
 * Copies or moves a file or a folder to a path where nothing exists. Throws a 400 for existing targets and for targets inside
 * the source folder, and a 403 if the caller could not read, write or delete each file separately.
 */
async function copy(call: FileCall, { source, target, type, deleteSource }: Copy): Promise<void> {
  const { storage, request } = call
  if (source === '') throw new Problem(400, 'The root of a file service cannot be copied.')
  if (`${target}/`.startsWith(`${source}/`)) {
    throw new Problem(400, `'${source}' cannot be put into itself.`)
  }
  if ((await storage.find(target)) !== null) {
    throw new Problem(400, `The file or folder '${target}' already exists.`)
  }
  const moved = (path: string) => target + path.slice(source.length)
  const paths = [{ path: source, type }]
  if (type === 'folder') {
    for await (const { path, entry } of walk(storage, source)) paths.push({ path, type: entry.type })
  }
  for (const { path } of paths) {
    permit(call, 'GET', path)
    if (deleteSource) permit(call, 'DELETE', path)
    permit(call, request.verb, moved(path))
  }
  if (deleteSource) return storage.move(source, target)
  for (const { path, type } of paths) {
    if (type === 'folder') await storage.createFolder(moved(path))
    else await copyFile(storage, path, moved(path))
  }
}

async function copyFile(storage: FileStorage, source: string, target: string): Promise<void> {
  const file = await storage.open(source)
  if (file === null) throw missingFile(source)
  const content = file.content()
  try {
    await storage.write(target, content, { keepExisting: true })
  } finally {
    content.destroy()
  }
}
