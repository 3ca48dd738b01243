import { type FileStorage, pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import { isFullAdmin } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'

export interface FoundStorage {
  readonly serviceId: number
  /** Name of the service. */
  readonly service: string
  readonly storage: FileStorage
}

/** Returns the storage of a file service, or of the first local one for `null`. Throws a 400 if there is none. */
export type FindStorage = (serviceId: number | null) => Promise<FoundStorage>

export function createFindStorage({ store, storageOf }: Pick<Parts, 'store' | 'storageOf'>): FindStorage {
  return async (serviceId) => {
    const services = store.db.selectFrom('service').select(['id', 'name'])
    const row =
      serviceId === null
        ? await services.where('type', '=', 'local_file').where('is_active', '=', 1).orderBy('id').executeTakeFirst()
        : await services.where('id', '=', serviceId).executeTakeFirst()
    if (row === undefined) throw new Problem(400, 'There is no such file service to store files on.')
    const storage = await storageOf(row.name)
    if (storage === null) throw new Problem(400, 'Files of apps can be stored on file services only.')
    return { serviceId: row.id, service: row.name, storage }
  }
}

/** Script names by the path of the file that they are read from. */
type Sources = ReadonlyMap<string, string>

/**
 * Wraps a storage for callers who are not full administrators, and for programs: files that scripts and tools are read from cannot be
 * changed, as their content runs with the rights of the script's author (docs/wire/scripts.md). This also covers the same paths in other services.
 */
export async function protectScriptFiles(
  storage: FileStorage,
  { db }: Pick<Store, 'db'>,
  caller: Pick<Caller, 'sysadmin' | 'program'>,
): Promise<FileStorage> {
  if (isFullAdmin(caller)) return storage
  const sources = await sourcesIn(db)
  return sources.size === 0 ? storage : guardedWrites(storage, (path) => refuseSource(sources, path))
}

/** The storage of a service as the caller may write it over the API. */
export async function storageFor(
  { storage, service }: Pick<FoundStorage, 'storage' | 'service'>,
  store: Pick<Store, 'db'>,
  caller: Caller,
): Promise<FileStorage> {
  const permit = (path: string, verb: Verb) => requireFileAccess(caller, { verb, service, path })
  return guardedWrites(await protectScriptFiles(storage, store, caller), permit)
}

/** Throws unless the caller may make a request to a path of a file service. */
export function requireFileAccess(
  caller: Caller,
  { verb, service, path }: { readonly verb: Verb; readonly service: string; readonly path: string },
): void {
  const accessQuestion = { verb, service: service.toLowerCase(), resource: path, requestor: 'API' as const, caller }
  if (!decide(accessQuestion, []).allowed) throw accessProblem(accessQuestion)
}

/** Calls `permit` before each write. */
function guardedWrites(storage: FileStorage, permit: (path: string, verb: Verb) => void): FileStorage {
  return {
    ...storage,
    async write(path, content, options) {
      permit(path, 'PUT')
      await storage.write(path, content, options)
    },
    async removeFile(path) {
      permit(path, 'DELETE')
      return storage.removeFile(path)
    },
    async removeFolder(path) {
      permit(path, 'DELETE')
      await storage.removeFolder(path)
    },
    async move(from, to) {
      permit(from, 'DELETE')
      permit(to, 'PUT')
      await storage.move(from, to)
    },
  }
}

/** Everything that names a file to run. Compares paths only, since two services can share a storage. */
async function sourcesIn(db: Store['db']): Promise<Sources> {
  const scripts = await db
    .selectFrom('event_script')
    .select(['name', 'storage_service_id', 'storage_path'])
    .where('storage_service_id', 'is not', null)
    .execute()
  const services = await db
    .selectFrom('service')
    .select(['name', 'config'])
    .where('config', 'like', '%storage_path%')
    .execute()
  const places = [
    ...scripts.flatMap((script) => pathsIn(script).map((path) => [path, script.name] as const)),
    ...services.flatMap(({ name, config }) => pathsIn(JSON.parse(config)).map((path) => [path, name] as const)),
  ]
  return new Map(places.map(([path, name]) => [plain(path), name] as const))
}

/** The paths that a record or its settings name together with a file service, at any depth. */
function pathsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(pathsIn)
  if (!isRecord(value)) return []
  const { storage_service_id, storage_path } = value
  const own = typeof storage_service_id === 'number' && typeof storage_path === 'string' ? [storage_path] : []
  return [...own, ...Object.values(value).flatMap(pathsIn)]
}

const plain = (path: string) => (pathNames(path) ?? []).join('/').toLowerCase()

/** A change to a folder affects the files in it. */
function refuseSource(sources: Sources, target: string): void {
  const path = plain(target)
  for (const [source, script] of sources) {
    if (source !== path && !source.startsWith(path === '' ? '' : `${path}/`)) continue
    throw new Problem(
      403,
      `Access Forbidden. The script '${script}' is read from '${source}', so only full administrators can change it.`,
    )
  }
}
