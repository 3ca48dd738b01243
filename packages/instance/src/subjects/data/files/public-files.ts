import { join } from 'node:path'
import { pathNames, type StorageOf, type StoredFile } from '@millwright/connector/files/file-storage'
import { appType } from '@millwright/contract/records/app'
import type { Store } from '../../../store/store.ts'

/** A public file. */
export interface PublicFile {
  readonly name: string
  readonly file: StoredFile
}

/**
 * Finds the public file at the decoded path `/{service}/{path}`. A trailing slash means `index.html`. Returns `null` if no
 * service of that name has public files.
 */
export type FindPublicFile = (path: string) => Promise<PublicFile | 'not public' | 'missing' | null>

export interface PublicFiles {
  readonly find: FindPublicFile
  /**
   * Returns the path of the app page for a path inside an app's folder, both decoded. Returns `null` if a file exists at the
   * path or it belongs to no app. Apps route such paths themselves.
   */
  pageFor(path: string): Promise<string | null>
}

type Names = readonly string[]

/** The public folders of a service. */
interface Place {
  /** Folders whose files are public. */
  readonly folders: readonly Names[]
  readonly apps: readonly { readonly folder: Names; readonly page: string }[]
}

/** Folder of the files of a local file service. */
export function localRoot(dataFolder: string, container: string): string | null {
  const names = pathNames(container)
  return names === null || names.length === 0 ? null : join(dataFolder, 'storage', ...names)
}

/**
 * Public files are those that active file services have below their `public_path`, and the containers of active apps stored on
 * them (docs/wire/services.md). The folders are cached until a service or an app changes.
 */
export function createPublicFiles({ db, changes }: Pick<Store, 'db' | 'changes'>, storageOf: StorageOf): PublicFiles {
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
      .where('is_active', '=', 1)
      .execute()
    const apps = await db
      .selectFrom('app')
      .select(['storage_service_id', 'storage_container', 'path'])
      .where('type', '=', appType.storage)
      .where('is_active', '=', 1)
      .execute()
    const places = new Map<string, Place>()
    for (const { id, name, config } of services) {
      const { public_path } = fileConfig(config)
      const own = apps
        .filter((app) => app.storage_service_id === id)
        .map(({ storage_container, path }) => ({ folder: namesIn(storage_container ?? ''), page: pageIn(path) }))
      const folders = [...public_path.map(namesIn), ...own.map(({ folder }) => folder)]
      const named = folders.filter((names) => names.length > 0)
      if (named.length > 0) {
        places.set(name.toLowerCase(), { folders: named, apps: own.filter(({ folder }) => folder.length > 0) })
      }
    }
    if (loading === generation) known = places
    return places
  }

  const find: FindPublicFile = async (path) => {
    const names = pathNames(path)
    if (names === null || names.length < 2) return null
    const [service = '', ...rest] = path.endsWith('/') ? [...names, 'index.html'] : names
    const place = (known ?? (await load())).get(service.toLowerCase())
    if (place === undefined) return null
    if (!place.folders.some((folder) => isIn(folder, rest))) return 'not public'
    const storage = await storageOf(service)
    const file = (await storage?.open(rest.join('/'))) ?? null
    return file === null ? 'missing' : { name: rest.at(-1) ?? '', file }
  }

  async function pageFor(path: string): Promise<string | null> {
    const [service = '', ...rest] = pathNames(path) ?? []
    const place = (known ?? (await load())).get(service.toLowerCase())
    const apps = place?.apps.filter(({ folder }) => isIn(folder, rest)) ?? []
    const [app] = apps.toSorted((one, other) => other.folder.length - one.folder.length)
    if (app === undefined) return null
    const found = await find(path)
    if (found !== null && typeof found === 'object') {
      await found.file.close()
      return null
    }
    return `/${[service, ...app.folder, ...namesIn(app.page)].join('/')}`
  }

  return { find, pageFor }
}

const isIn = (folder: Names, path: Names) => folder.every((name, at) => path[at] === name)

/** Empty for an invalid path. */
const namesIn = (path: string): Names => pathNames(path) ?? []

/** The file of an app's `path`, without the part that the app itself evaluates. */
function pageIn(path: string | null): string {
  const page = (path ?? '').replace(/[?#].*$/, '')
  return page === '' || page.endsWith('/') ? `${page}index.html` : page
}

/** The settings of a file service, without invalid values. */
export function fileConfig(config: string): { readonly container: string; readonly public_path: readonly string[] } {
  const { container, public_path }: { container?: unknown; public_path?: unknown } = Object(JSON.parse(config))
  return {
    container: typeof container === 'string' ? container : '',
    public_path: Array.isArray(public_path) ? public_path.filter((folder) => typeof folder === 'string') : [],
  }
}
