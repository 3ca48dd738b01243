import { platformOfName } from './platform.ts'

export interface LockEntry {
  readonly version?: string
  readonly dev?: boolean
  readonly license?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

/** A package for another platform that its parent names and the lock lacks, with the path where it belongs. */
export interface Missing {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly parent: LockEntry
}

/**
 * What `npm ci` would reject: optional packages that are named but not locked. npm writes such a lock with a registry mirror
 * that only has some platforms.
 */
export function missingOptional(lock: Lock): readonly Missing[] {
  return Object.entries(lock.packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(lock, path, name))
      .map(([name, version]) => ({ path: `${folderOf(path)}node_modules/${name}`, name, version, parent })),
  )
}

/**
 * Adds an entry to the lock for each missing package whose name contains its platform and whose version is exact. From the
 * entry, npm knows that the package is for another platform, and downloads nothing.
 */
export function completeLock<L extends Lock>(lock: L): L {
  const added = missingOptional(lock).flatMap(({ path, name, version, parent }) => {
    const platform = platformOfName(name)
    if (platform === null || !/^\d+\.\d+\.\d+/.test(version)) return []
    const { dev, license, engines } = parent
    const told = { version, ...(dev && { dev }), ...(license && { license }), ...(engines && { engines }) }
    return [[path, { ...told, optional: true, ...platform }] as const]
  })
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) })
  packages.sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** Node's resolution: the package's own node_modules, or those of a folder above it. */
function isReachable(lock: Lock, path: string, name: string): boolean {
  for (let folder = path; ; folder = folderOf(folder).replace(/\/$/, '')) {
    if (Object.hasOwn(lock.packages, folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`)) {
      return true
    }
    if (folder === '') return false
  }
}

/** `a/node_modules/b` → `a/`, `node_modules/b` → ``. */
function folderOf(path: string): string {
  const at = path.lastIndexOf('node_modules/')
  return at < 0 ? '' : path.slice(0, at)
}
