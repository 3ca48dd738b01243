import { decide } from '../../access/decide.ts'
import { nameOf, type StoredEntry } from '../../gateway/ports/file-storage.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { flag, list, text } from '../../request/params.ts'
import { mediaType } from './content-type.ts'
import { type FileCall, mayCall, missing } from './file-call.ts'
import { type Found, inOrder, walk } from './walk.ts'

/** `GET` of a folder: what is in it, as far as the caller asked (docs/wire/files.md). */
export async function listFolder(call: FileCall): Promise<ApiResponse> {
  const { storage, path } = call
  const { params } = call.request
  const direct = await inOrder(storage, path)
  if (direct === null) throw missing(`${path}/`)
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

/** Undefined where it is not known: then the answer has no such member. */
const lastModified = ({ modified }: StoredEntry) => (modified === null ? undefined : new Date(modified).toUTCString())

const only = (given: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => (Object.hasOwn(given, field) ? [[field, given[field]]] : [])))

/** `GET` of a folder with `include_properties`. */
export async function folderProperties({ storage, path }: FileCall): Promise<ApiResponse> {
  const entry = await storage.find(path)
  if (entry?.type !== 'folder') throw missing(`${path}/`)
  const last_modified = lastModified(entry)
  return answer({ name: nameOf(path), path: path === '' ? '' : `${path}/`, last_modified })
}

/** What access rows can name: the root, and every folder that the caller may use in any way. */
export async function folderComponents({ storage, request }: Pick<FileCall, 'storage' | 'request'>): Promise<string[]> {
  const isUsable = (resource: string) => decide({ ...request, resource }, []).mask !== 0
  const below: string[] = []
  for await (const { entry, path } of walk(storage, '')) {
    if (entry.type === 'folder' && isUsable(path)) below.push(`${path}/`, `${path}/*`)
  }
  return below.length === 0 && !isUsable('') ? [] : ['', '*', ...below]
}
