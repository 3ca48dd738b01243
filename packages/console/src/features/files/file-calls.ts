import { type FileEntry, filePath, folderPath, joinPath } from '../../instance/folder-listing.ts'
import { unknownError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'

interface ItemAnswer {
  readonly error?: { readonly message?: unknown } | string | null
}

/** The result for each item of a list: `null`, or why it failed. */
export type FileOutcome = string | null

/** Creates a folder; rejected if the name exists. */
export async function makeFolder({ service, folder }: FolderPlace, name: string): Promise<void> {
  await send({ verb: 'POST', path: folderPath(service, joinPath(folder, name)) })
}

/** Creates an empty file; rejected if the name exists. */
export async function makeFile({ service, folder }: FolderPlace, name: string): Promise<void> {
  await send({
    verb: 'POST',
    path: filePath(service, joinPath(folder, name)),
    params: { check_exist: true },
    headers: { 'Content-Type': 'text/plain' },
    body: new Blob([]),
  })
}

/** Lets the instance fetch a file from a URL into the folder, and optionally unpack it there if it is an archive. */
export async function fetchInto(
  { service, folder }: FolderPlace,
  { url, name, extract }: { readonly url: string; readonly name: string; readonly extract: boolean },
): Promise<void> {
  const params = { url, filename: name || null, extract: extract || null, check_exist: extract ? null : true }
  await send({ verb: 'POST', path: folderPath(service, folder), params })
}

/** Copies or moves entries within a service to one of its folders; `name` is the name of the target. */
export async function placeEntries(
  target: FolderPlace,
  items: readonly { readonly entry: FileEntry; readonly name: string }[],
  move: boolean,
  signal?: AbortSignal,
): Promise<readonly FileOutcome[]> {
  const resource = items.map(({ entry: { type, path }, name }) => ({
    type,
    name,
    source_path: type === 'folder' ? `${path}/` : path,
    ...(move && { delete_source: true }),
  }))
  const { data } = await send<{ resource?: readonly ItemAnswer[] }>({
    verb: 'POST',
    path: folderPath(target.service, target.folder),
    body: { resource },
    signal,
  })
  return outcomes(data.resource, items.length)
}

/** Deletes entries, and folders with their contents. */
export async function deleteEntries(
  { service, folder }: FolderPlace,
  entries: readonly FileEntry[],
  signal?: AbortSignal,
): Promise<readonly FileOutcome[]> {
  const resource = entries.map(({ type, path, name }) => ({ type, name, path: type === 'folder' ? `${path}/` : path }))
  const { data } = await send<{ resource?: readonly ItemAnswer[] }>({
    verb: 'DELETE',
    path: folderPath(service, folder),
    params: { force: true },
    body: { resource },
    signal,
  })
  return outcomes(data.resource, entries.length)
}

function outcomes(answers: readonly ItemAnswer[] | undefined, count: number): readonly FileOutcome[] {
  return Array.from({ length: count }, (_, at) => {
    const error = answers?.[at]?.error
    if (error === undefined || error === null) return null
    const message = typeof error === 'string' ? error : error.message
    return typeof message === 'string' && message !== '' ? message : unknownError()
  })
}
