import { Problem } from '@millwright/contract/problem'
import { joined, nameOf } from '../../gateway/ports/file-storage.ts'
import { copy } from './copy.ts'
import { type FileCall, missing, namedFile, namedFolder, needParent, permit, readName, readPath } from './file-call.ts'
import { eachItem, type Item } from './items.ts'
import { keepExisting } from './put-file.ts'

/** `POST` of a list to a folder: makes, copies and moves files and folders (docs/wire/files.md). */
export async function putItems(call: FileCall, items: readonly Item[]): Promise<readonly unknown[]> {
  if (call.path !== '' && (await call.storage.find(call.path)) === null) {
    await call.storage.makeFolder(call.path)
  }
  return eachItem(call.path, items, (item) => putItem(call, item))
}

async function putItem(call: FileCall, item: Item): Promise<Readonly<Record<string, unknown>>> {
  const target = targetOf(call, item)
  permit(call, call.request.verb, target)
  await needParent(call, target)
  if (item.sourcePath !== null) {
    if ((item.sourceContainer ?? '') !== '') {
      throw new Problem(400, 'A file service has one container, so that source_container has nothing to name.')
    }
    const source = readPath(item.sourcePath)
    const found = await call.storage.find(source)
    if (found === null) throw missing(source)
    await copy(call, { source, target, type: found.type, deleteSource: item.deleteSource })
    return found.type === 'folder' ? { ...namedFolder(target), type: 'folder' } : namedFile(target)
  }
  if (item.type === 'folder') {
    await call.storage.makeFolder(target)
    return { ...namedFolder(target), type: 'folder' }
  }
  await call.storage.write(target, bytesOf(item), keepExisting(call.request))
  return namedFile(target)
}

function targetOf(call: FileCall, { name, path, sourcePath }: Item): string {
  if (name !== null) return joined(call.path, readName(name.replace(/\/$/, '')))
  if (path !== null) return readPath(path)
  return joined(call.path, nameOf(readPath(sourcePath ?? '')))
}

function bytesOf({ content, isBase64 }: Item): Uint8Array {
  const text = content ?? ''
  if (!isBase64) return Buffer.from(text)
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(text)) throw new Problem(400, 'The content is not Base64.')
  return Buffer.from(text, 'base64')
}
