import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type FileStorage, pathNames } from '../../gateway/ports/file-storage.ts'
import type { Caller } from '../../request/caller.ts'
import type { Store } from '../../store/store.ts'

/** Script names by the path of the file that they are read from. */
type Sources = ReadonlyMap<string, string>

/**
 * Wraps a storage for callers who are not full administrators: files that scripts are read from cannot be changed, as their
 * content runs with the script's rights (docs/wire/scripts.md). This also covers the same paths in other services.
 */
export async function protectScriptFiles(
  storage: FileStorage,
  { db }: Pick<Store, 'db'>,
  { sysadmin }: Pick<Caller, 'sysadmin'>,
): Promise<FileStorage> {
  if (sysadmin) return storage
  const sources = await sourcesIn(db)
  if (sources.size === 0) return storage
  const refuse = (path: string) => refuseSource(sources, path)
  return {
    ...storage,
    async write(path, content, options) {
      refuse(path)
      await storage.write(path, content, options)
    },
    async removeFile(path) {
      refuse(path)
      return storage.removeFile(path)
    },
    async removeFolder(path) {
      refuse(path)
      await storage.removeFolder(path)
    },
    async move(from, to) {
      refuse(from)
      refuse(to)
      await storage.move(from, to)
    },
  }
}

/** Compares paths only, since two services can share a storage. */
async function sourcesIn(db: Store['db']): Promise<Sources> {
  const scripts = await db
    .selectFrom('event_script')
    .select(['name', 'storage_path'])
    .where('storage_service_id', 'is not', null)
    .execute()
  const services = await db
    .selectFrom('service')
    .select(['name', 'config'])
    .where('type', 'in', ['nodejs', 'php', 'python', 'python3'])
    .execute()
  const places = [
    ...scripts.map(({ name, storage_path }) => [storage_path, name] as const),
    ...services.map(({ name, config }) => [pathIn(config), name] as const),
  ]
  return new Map(places.flatMap(([path, name]) => (path === null ? [] : [[plain(path), name] as const])))
}

function pathIn(config: string): string | null {
  const settings: unknown = JSON.parse(config)
  if (!isRecord(settings) || typeof settings.storage_service_id !== 'number') return null
  return typeof settings.storage_path === 'string' ? settings.storage_path : null
}

const plain = (path: string) => (pathNames(path) ?? []).join('/').toLowerCase()

/** A change to a folder affects the files in it. */
function refuseSource(sources: Sources, given: string): void {
  const path = plain(given)
  for (const [source, script] of sources) {
    if (source !== path && !source.startsWith(path === '' ? '' : `${path}/`)) continue
    throw new Problem(
      403,
      `Access Forbidden. The script '${script}' is read from '${source}', so only full administrators can change it.`,
    )
  }
}
