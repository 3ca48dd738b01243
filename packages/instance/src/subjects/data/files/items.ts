import { joined } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'

/** A file or folder in the list of a request body. */
export interface Item {
  readonly type: 'file' | 'folder'
  readonly name: string | null
  readonly path: string | null
  readonly content: string | null
  readonly isBase64: boolean
  readonly sourcePath: string | null
  readonly sourceContainer: string | null
  readonly deleteSource: boolean
}

/**
 * Parses the list in a request body: a bare array, wrapped, or a single item. Returns `null` if there is none. Throws a 400 if
 * it is invalid.
 */
export function readItems({ payload }: Pick<ApiRequest, 'payload'>): Item[] | null {
  const wrapped = isRecord(payload) && payload.resource !== undefined ? payload.resource : payload
  const entries = isRecord(wrapped) ? (isItem(wrapped) ? [wrapped] : []) : wrapped
  if (entries === undefined || entries === null) return null
  if (!Array.isArray(entries)) throw new Problem(400, 'The body must be a list of files and folders.')
  return entries.length === 0 ? null : entries.map(readItem)
}

const isItem = ({ name, path, source_path }: Readonly<Record<string, unknown>>) =>
  [name, path, source_path].some((value) => typeof value === 'string')

function readItem(entry: unknown): Item {
  if (!isRecord(entry) || !isItem(entry)) {
    throw new Problem(400, 'Each file or folder in the list must be an object with a name or path.')
  }
  const path = textOf(entry, 'path')
  const source = textOf(entry, 'source_path')
  const isFolder = (path ?? source ?? textOf(entry, 'name') ?? '').endsWith('/')
  const type = entry.type ?? (isFolder ? 'folder' : 'file')
  if (type !== 'file' && type !== 'folder') throw new Problem(400, "The type in the list must be 'file' or 'folder'.")
  return {
    type,
    name: textOf(entry, 'name'),
    path,
    content: textOf(entry, 'content'),
    isBase64: yes(entry.is_base64),
    sourcePath: source,
    sourceContainer: textOf(entry, 'source_container'),
    deleteSource: yes(entry.delete_source),
  }
}

function textOf(entry: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = entry[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new Problem(400, `'${name}' in the list must be a text.`)
  return value
}

const yes = (value: unknown) => flag({ value: String(value) }, 'value')

/** Runs `act` for each item in a folder. For an item that fails, its error takes the place of the result. */
export async function eachItem(
  folder: string,
  items: readonly Item[],
  act: (item: Item) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Readonly<Record<string, unknown>>[]> {
  const answers: Readonly<Record<string, unknown>>[] = []
  for (const item of items) {
    try {
      answers.push(await act(item))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { type } = item
      const { name, path } = placeOf(folder, item)
      answers.push({ name, path, type, error: { code: error.status, message: error.message } })
    }
  }
  return answers
}

/** The name and path as sent, unvalidated, since they may be the reason for the error. */
function placeOf(
  folder: string,
  { name, path, sourcePath, type }: Item,
): { readonly name: string; readonly path: string } {
  const last = (text: string) => text.replace(/\/$/, '').split('/').at(-1) ?? ''
  const own = name ?? last(path ?? sourcePath ?? '')
  const slash = type === 'folder' && !own.endsWith('/') ? '/' : ''
  return { name: own, path: path ?? `${joined(folder, own)}${slash}` }
}
