import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { decide } from '../../access/decide.ts'
import { refusal } from '../../access/refusal.ts'
import { type FileStorage, nameOf, parentOf, pathNames } from '../../gateway/ports/file-storage.ts'
import type { Outgoing } from '../../platform/outgoing/outgoing.ts'
import type { ApiRequest } from '../../request/api-request.ts'

/** A request to a file service, with what it takes to answer it. */
export interface FileCall {
  readonly request: ApiRequest
  readonly storage: FileStorage
  /** What the address names, from the root, without outer slashes. */
  readonly path: string
  readonly limits: FileLimits
}

export interface FileLimits {
  /** Most bytes of one uploaded file; null: any number. */
  readonly upload: number | null
  /** Most bytes of a file that an answer holds as a text. */
  readonly text: number
  /** Folder for archives that are being read. */
  readonly drafts: string
  /** Gets what is at an address of the web; refuses more bytes than `most`. */
  fetch: Outgoing['stream']
}

/** A path from outside in the one form that names have here. Refuses with 400 what leads elsewhere than down. */
export function readPath(given: string): string {
  const names = pathNames(given.normalize('NFC'))
  if (names === null) throw new Problem(400, `'${shown(given)}' is not a valid path of a file or folder.`)
  return names.join('/')
}

/** A single name from outside. Refuses paths with 400. */
export function readName(given: string): string {
  const name = readPath(given)
  if (name === '' || name.includes('/')) throw new Problem(400, `'${shown(given)}' cannot be a name.`)
  return name
}

const shown = (text: string) => text.replace(/\p{Cc}/gu, '?').slice(0, 100)

/** Whether the caller might make a call to a path of the service. */
export function mayCall({ request }: Pick<FileCall, 'request'>, verb: Verb, path: string): boolean {
  return decide({ ...request, verb, resource: path }, []).allowed
}

/** Refuses what a call does to another path than its own as that other call would be. */
export function permit(call: Pick<FileCall, 'request'>, verb: Verb, path: string): void {
  const { request } = call
  if (!mayCall(call, verb, path)) throw refusal({ ...request, verb, resource: path })
}

/** Refuses with 404 to put anything into a folder that is not there. */
export async function needFolder({ storage }: FileCall, path: string): Promise<void> {
  if (path !== '' && (await storage.find(path))?.type !== 'folder') throw missing(`${path}/`)
}

export const needParent = (call: FileCall, path: string): Promise<void> => needFolder(call, parentOf(path))

export function missing(path: string): Problem {
  return new Problem(404, `There is no '${path}' here.`)
}

/** How answers to writes name a file. */
export const namedFile = (path: string) => ({ name: nameOf(path), path, type: 'file' as const })
/** How answers to writes name a folder. */
export const namedFolder = (path: string) => ({ name: nameOf(path), path: path === '' ? '' : `${path}/` })
