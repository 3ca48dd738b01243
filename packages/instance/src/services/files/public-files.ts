import { join } from 'node:path'
import { appType } from '@millwright/contract/records/app'
import type { Store } from '../../store/store.ts'
import { createLocalStorage } from './local/local-storage.ts'
import { type FileStorage, pathNames, type StoredFile } from './storage.ts'

/** A file that everybody may have. */
export interface PublicFile {
  readonly name: string
  readonly file: StoredFile
}

/** Finds the public file at `/{service}/{path}`, decoded; null when there is none. A slash at the end means `index.html`. */
export type FindPublicFile = (path: string) => Promise<PublicFile | null>

interface Place {
  readonly storage: FileStorage
  /** Folders whose files are public, as names. */
  readonly folders: readonly (readonly string[])[]
}

/** Where the files of local file services are. */
export function localRoot(dataFolder: string, container: string): string | null {
  const names = pathNames(container)
  return names === null || names.length === 0 ? null : join(dataFolder, 'storage', ...names)
}

/**
 * Public is what active local file services have below their `public_path`, and the containers of active apps that live on
 * them (docs/wire/services.md). The folders are read once and again after a change.
 */
export function createPublicFiles({ db, changes }: Pick<Store, 'db' | 'changes'>, dataFolder: string): FindPublicFile {
  let known: ReadonlyMap<string, Place> | null = null
  let generation = 0
  changes.subscribe(({ table }) => {
    if (table !== 'service' && table !== 'app') return
    known = null
    generation += 1
  })

  async function load(): Promise<ReadonlyMap<string, Place>> {
    const loading = generation
    const services = await db
      .selectFrom('service')
      .select(['id', 'name', 'config'])
      .where('type', '=', 'local_file')
      .where('is_active', '=', 1)
      .execute()
    const apps = await db
      .selectFrom('app')
      .select(['storage_service_id', 'storage_container'])
      .where('type', '=', appType.storage)
      .where('is_active', '=', 1)
      .execute()
    const places = new Map<string, Place>()
    for (const { id, name, config } of services) {
      const { container, public_path } = fileConfig(config)
      const root = localRoot(dataFolder, container)
      if (root === null) continue
      const containers = apps.filter((app) => app.storage_service_id === id).map((app) => app.storage_container ?? '')
      const folders = [...public_path, ...containers].map(pathNames).filter((names) => names !== null)
      const named = folders.filter((names) => names.length > 0)
      places.set(name.toLowerCase(), { storage: createLocalStorage(root), folders: named })
    }
    if (loading === generation) known = places
    return places
  }

  return async (path) => {
    const names = pathNames(path)
    if (names === null || names.length < 2) return null
    const [service = '', ...rest] = path.endsWith('/') ? [...names, 'index.html'] : names
    const place = (known ?? (await load())).get(service.toLowerCase())
    if (place === undefined || !place.folders.some((folder) => folder.every((name, at) => rest[at] === name)))
      return null
    const file = await place.storage.open(rest.join('/'))
    return file === null ? null : { name: rest.at(-1) ?? '', file }
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
