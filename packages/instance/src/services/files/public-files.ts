import { join } from 'node:path'
import { appType } from '@millwright/contract/records/app'
import type { Store } from '../../store/store.ts'
import { pathNames, type StorageOf, type StoredFile } from './storage.ts'

/** A file that everybody may have. */
export interface PublicFile {
  readonly name: string
  readonly file: StoredFile
}

/**
 * Finds the public file at `/{service}/{path}`, decoded. A slash at the end means `index.html`. Null: no service of that name has
 * anything that is public.
 */
export type FindPublicFile = (path: string) => Promise<PublicFile | 'not public' | 'missing' | null>

/** Folders whose files are public, as names. */
type Folders = readonly (readonly string[])[]

/** Where the files of local file services are. */
export function localRoot(dataFolder: string, container: string): string | null {
  const names = pathNames(container)
  return names === null || names.length === 0 ? null : join(dataFolder, 'storage', ...names)
}

/**
 * Public is what active file services have below their `public_path`, and the containers of active apps that live on them
 * (docs/wire/services.md). The folders are read once and again after a change.
 */
export function createPublicFiles(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  storageOf: StorageOf,
): FindPublicFile {
  let known: ReadonlyMap<string, Folders> | null = null
  let generation = 0
  changes.subscribe(({ table }) => {
    if (table !== 'service' && table !== 'app') return
    known = null
    generation += 1
  })

  async function load(): Promise<ReadonlyMap<string, Folders>> {
    const loading = generation
    const services = await db
      .selectFrom('service')
      .select(['id', 'name', 'config'])
      .where('is_active', '=', 1)
      .execute()
    const apps = await db
      .selectFrom('app')
      .select(['storage_service_id', 'storage_container'])
      .where('type', '=', appType.storage)
      .where('is_active', '=', 1)
      .execute()
    const places = new Map<string, Folders>()
    for (const { id, name, config } of services) {
      const { public_path } = fileConfig(config)
      const containers = apps.filter((app) => app.storage_service_id === id).map((app) => app.storage_container ?? '')
      const folders = [...public_path, ...containers].map(pathNames).filter((names) => names !== null)
      const named = folders.filter((names) => names.length > 0)
      if (named.length > 0) places.set(name.toLowerCase(), named)
    }
    if (loading === generation) known = places
    return places
  }

  return async (path) => {
    const names = pathNames(path)
    if (names === null || names.length < 2) return null
    const [service = '', ...rest] = path.endsWith('/') ? [...names, 'index.html'] : names
    const folders = (known ?? (await load())).get(service.toLowerCase())
    if (folders === undefined) return null
    if (!folders.some((folder) => folder.every((name, at) => rest[at] === name))) return 'not public'
    const storage = await storageOf(service)
    const file = (await storage?.open(rest.join('/'))) ?? null
    return file === null ? 'missing' : { name: rest.at(-1) ?? '', file }
  }
}

/** The settings of a file service, as far as they are of use. */
export function fileConfig(config: string): { readonly container: string; readonly public_path: readonly string[] } {
  const { container, public_path }: { container?: unknown; public_path?: unknown } = Object(JSON.parse(config))
  return {
    container: typeof container === 'string' ? container : '',
    public_path: Array.isArray(public_path) ? public_path.filter((folder) => typeof folder === 'string') : [],
  }
}
