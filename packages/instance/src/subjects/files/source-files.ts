import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type FileStorage, pathNames } from '../../gateway/ports/file-storage.ts'
import type { Caller } from '../../request/caller.ts'
import type { Store } from '../../store/store.ts'

/** The files of a service that scripts are read from, as `script` by `path`. */
type Sources = ReadonlyMap<string, string>

/**
 * A storage as somebody else than a full administrator may write it: files that scripts are read from are left alone, as who
 * writes a file with a script has written the script (docs/wire/scripts.md). Files of the same place that another service has
 * are meant too.
 */
export async function withoutSources(
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

/** Two services can keep their files in the same place, so that the path alone tells. */
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

/** What lies in a folder goes with it. */
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
