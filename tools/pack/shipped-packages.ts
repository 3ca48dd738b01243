/** The entry of a package in package-lock.json. */
export interface LockedPackage {
  readonly version?: string
  readonly license?: string
  /** Subresource Integrity. */
  readonly integrity?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** By path in the repository, as in package-lock.json. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/**
 * Paths of the packages that ship with workspaces, sorted: direct and transitive dependencies, without development
 * dependencies. Optional ones that are not locked are left out.
 */
export function shippedPackages(lock: LockedPackages, workspaces: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const waiting = [...workspaces]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const place of dependenciesOf(lock, path)) {
      if (lock[place]?.link || found.has(place)) continue
      found.add(place)
      waiting.push(place)
    }
  }
  return [...found].toSorted()
}

/** Paths of a package's dependencies, as Node resolves them; optional ones that are not locked are left out. */
export function dependenciesOf(lock: LockedPackages, path: string): readonly string[] {
  const { dependencies = {}, optionalDependencies = {} } = lock[path] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => placeOf(lock, path, name) ?? [])
}

/** Where Node finds a package from the folder of another: in the nearest `node_modules` on the way up. */
function placeOf(lock: LockedPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[place] !== undefined) return place
    if (folder === '') return null
  }
}
