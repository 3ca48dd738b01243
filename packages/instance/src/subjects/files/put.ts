import { Problem } from '@millwright/contract/problem'
import { type FileBytes, joined, nameOf } from '../../gateway/ports/file-storage.ts'
import { matches } from '../../records/system/etag.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { fileTag } from '../../request/file-content.ts'
import { text } from '../../request/params.ts'
import { type FileCall, namedFolder, permit, readName, readPath } from './file-call.ts'
import { readItems } from './items.ts'
import { putFile } from './put-file.ts'
import { putItems } from './put-items.ts'
import { isForm, receiveForm } from './receive-form.ts'

/** Most bytes of a file that this side fetches from the web. */
const mostFetched = 100 * 2 ** 20

const created = (body: unknown): ApiResponse => ({ status: 201, body })

/** `POST` and `PUT` to a folder: the first of the ways in which something can be put there (docs/wire/files.md). */
export async function putInFolder(call: FileCall): Promise<ApiResponse> {
  const { request, path, storage } = call
  const { headers, params, upload } = request
  const fileName = headers['x-file-name']
  if (fileName !== undefined && fileName !== '') {
    const target = joined(path, readName(readHeader(fileName)))
    return created(await putFile(call, { path: target, ...bodyOf(request) }))
  }
  const folderName = headers['x-folder-name']
  if (folderName !== undefined && folderName !== '') {
    const { name, path: made } = await makeFolder(call, joined(path, readName(readHeader(folderName))))
    return created({ name, path: made.replace(/\/$/, '') })
  }
  if (text(params, 'url')) return created(await fetchFile(call))
  if (upload !== undefined && isForm(upload.contentType)) {
    const resource = await receiveForm(upload, ({ name, content, type }) =>
      putFile(call, { path: joined(path, readName(name)), content, type }),
    )
    if (resource.length === 0) throw noFile()
    return created({ resource })
  }
  const items = readItems(request)
  if (items !== null) return created({ resource: await putItems(call, items) })
  if (path === '' || (await storage.find(path)) !== null) {
    throw new Problem(400, `There is a file or folder '${path}' already.`)
  }
  return created(await makeFolder(call, path))
}

/** `POST` and `PUT` to the path of a file: its bytes, or a form with that one file. */
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

const noFile = () => new Problem(400, 'The form holds no file.')

/** Refuses with 412 to replace another file than the one that `If-Match` speaks of. */
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
  await storage.makeFolder(path)
  return namedFolder(path)
}

async function fetchFile(call: FileCall): Promise<Readonly<Record<string, unknown>>> {
  const { params } = call.request
  const most = Math.min(call.limits.upload ?? mostFetched, mostFetched)
  const { content, address } = await call.limits.fetch(text(params, 'url') ?? '', most)
  const name = text(params, 'filename') || lastName(address)
  return putFile(call, { path: joined(call.path, readName(name)), content })
}

function lastName({ pathname }: URL): string {
  const name = nameOf(readPath(unescaped(pathname)))
  if (name === '') throw new Problem(400, "The address ends in no name. Give the file one in the parameter 'filename'.")
  return name
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Headers come as bytes; what is UTF-8 is meant so. */
function readHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** The bytes of a request's body, also of one that was made inside the instance and has a value instead. */
function bodyOf({ upload, payload }: ApiRequest): { content: FileBytes; type?: string } {
  if (upload !== undefined)
    return { content: upload.content.iterator({ destroyOnReturn: false }), type: upload.contentType }
  if (payload === undefined || payload === null) return { content: new Uint8Array() }
  if (payload instanceof Uint8Array) return { content: payload }
  return { content: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)) }
}
