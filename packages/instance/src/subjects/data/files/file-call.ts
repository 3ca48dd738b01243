import { type FileStorage, nameOf, parentOf, pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts'
import { printable } from '../../../platform/plain-text.ts'
import type { ApiRequest } from '../../../request/api-request.ts'

/** A request to a file service, with the dependencies to handle it. */
export interface FileCall {
  readonly request: ApiRequest
  readonly storage: FileStorage
  /** The requested path from the root, without leading and trailing slashes. */
  readonly path: string
  readonly limits: FileLimits
}

export interface FileLimits {
  /** Maximum bytes of an uploaded file, or `null` for no limit. */
  readonly upload: number | null
  /** Maximum bytes of a file that a response contains as text. */
  readonly text: number
  /** Folder for archives while they are read. */
  readonly drafts: string
  /** Downloads from a URL, with at most `most` bytes. */
  fetch: Outgoing['stream']
}

/** Normalizes a path from a request. Throws a 400 if it leaves its folder. */
export function readPath(rawPath: string): string {
  const names = pathNames(rawPath.normalize('NFC'))
  if (names === null) throw new Problem(400, `'${shown(rawPath)}' is not a valid path of a file or folder.`)
  return names.join('/')
}

/** Validates a single name from a request. Throws a 400 for paths. */
export function readFileName(rawPath: string): string {
  const name = readPath(rawPath)
  if (name === '' || name.includes('/')) throw new Problem(400, `'${shown(rawPath)}' cannot be a name.`)
  return name
}

const shown = (text: string) => printable(text).slice(0, 100)

/** Whether the caller may make a request to a path of the service. */
export function mayCall({ request }: Pick<FileCall, 'request'>, verb: Verb, path: string): boolean {
  return decide({ ...request, verb, resource: path }, []).allowed
}

/** Throws if the caller could not make a separate request with this verb to this path. */
export function permit(call: Pick<FileCall, 'request'>, verb: Verb, path: string): void {
  const { request } = call
  if (!mayCall(call, verb, path)) throw accessProblem({ ...request, verb, resource: path })
}

/** Throws a 404 if the folder that should contain a new file or folder does not exist. */
export async function needFolder({ storage }: FileCall, path: string): Promise<void> {
  if (path !== '' && (await storage.find(path))?.type !== 'folder') throw missingFile(`${path}/`)
}

export const needParent = (call: FileCall, path: string): Promise<void> => needFolder(call, parentOf(path))

export function missingFile(path: string): Problem {
  return new Problem(404, `There is no '${path}' here.`)
}

/** A file in the response to a write. */
export const namedFile = (path: string) => ({ name: nameOf(path), path, type: 'file' as const })
/** A folder in the response to a write. */
export const namedFolder = (path: string) => ({ name: nameOf(path), path: path === '' ? '' : `${path}/` })
