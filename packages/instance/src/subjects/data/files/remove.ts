import { joined } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { type FileCall, missingFile, namedFile, namedFolder, permit, readFileName, readPath } from './file-call.ts'
import { eachItem, type Item } from './items.ts'
import { inOrder, walk } from './walk.ts'

/** `DELETE` of a file, a folder, its content, or the items that the body lists (docs/wire/files.md). */
export async function remove(call: FileCall, items: readonly Item[] | null, isFolder: boolean): Promise<ApiResponse> {
  const { path } = call
  const { params } = call.request
  const force = flag(params, 'force')
  if (items !== null && isFolder) {
    const resource = await eachItem(call.path, items, (item) => removeItem(call, item, force))
    return { status: 200, body: { resource } }
  }
  if (!isFolder) {
    await removeFile(call, path)
    return { status: 200, body: { name: namedFile(path).name, path } }
  }
  const contentOnly = flag(params, 'content_only')
  if (path === '' && !contentOnly) throw new Problem(400, 'The root of a file service cannot be deleted.')
  if (contentOnly) await removeAll(call, path, { force })
  else await removeFolder(call, path, force)
  return { status: 200, body: namedFolder(path) }
}

async function removeItem(call: FileCall, item: Item, force: boolean): Promise<Readonly<Record<string, unknown>>> {
  const path = item.path === null ? joined(call.path, readFileName(item.name ?? '')) : readPath(item.path)
  if (path === '') throw new Problem(400, 'The root of a file service cannot be deleted.')
  permit(call, 'DELETE', path)
  if (item.type === 'folder') {
    await removeFolder(call, path, force)
    return { ...namedFolder(path), type: 'folder' }
  }
  await removeFile(call, path)
  return namedFile(path)
}

async function removeFile({ storage, request }: FileCall, path: string): Promise<void> {
  if (!(await storage.removeFile(path)) && !flag(request.params, 'no_check')) throw missingFile(path)
}

/** Does nothing if the folder does not exist. */
async function removeFolder(call: FileCall, path: string, force: boolean): Promise<void> {
  const found = await call.storage.find(path)
  if (found === null) return
  if (found.type === 'file')
    throw new Problem(400, `'${path}' is a file. To delete it, leave out the slash at the end.`)
  await permitAllBelow(call, path, force)
  await call.storage.removeFolder(path)
}

/** Removes the content of a folder, but not the folder itself. */
export async function removeAll(call: FileCall, path: string, { force }: { readonly force: boolean }): Promise<void> {
  const content = await inOrder(call.storage, path)
  if (content === null) return
  await permitAllBelow(call, path, force)
  for (const { entry, path: each } of content) {
    if (entry.type === 'file') await call.storage.removeFile(each)
    else await call.storage.removeFolder(each)
  }
}

async function permitAllBelow(call: FileCall, folder: string, force: boolean): Promise<void> {
  if (!force) {
    const content = await call.storage.list(folder)
    if (content !== null && content.length > 0) {
      throw new Problem(400, `The folder '${folder}/' is not empty. With force=true it is deleted with its contents.`)
    }
    return
  }
  if (call.request.caller.sysadmin) return
  for await (const { path } of walk(call.storage, folder)) {
    permit(call, 'DELETE', path)
  }
}
