/** A module's edges in the bundler's graph: its static imports, its importers, and its dynamic importers. */
export interface ModuleLinks {
  readonly importedIds: readonly string[]
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}

export type LinksOf = (id: string) => ModuleLinks | null

/** The edges of a module that may be a part of a package. */
interface PartLinks extends ModuleLinks {
  readonly code: string | null
  readonly exports?: readonly string[] | undefined
}

/** Packages of many parts, and the entries that export all of them. */
const ofParts = /\/node_modules\/@(?:tabler\/icons-react|tanstack\/(?:react-query|query-core|react-router))\//
const partsEntry = /\/(?:tabler-icons-react|icons\/index)\.mjs$|\/(?:modern|esm)\/index\.js$/
const iconFile = /\/icons\/(Icon\w+)\.mjs$/

/**
 * Returns the links with each part of such a package imported by the modules that name it. In the bundler's graph, every importer of the
 * package's entry depends on all parts, so one icon of a rarely opened dialog would be loaded before every tab.
 */
export function resolveEntries(moduleOf: (id: string) => PartLinks | null): LinksOf {
  const isEntry = (id: string) => ofParts.test(id) && partsEntry.test(id)
  const namesIn = new Map<string, ReadonlySet<string>>()
  const namesOf = (id: string) => {
    const known = namesIn.get(id) ?? new Set(moduleOf(id)?.code?.match(/\b\w+/g))
    namesIn.set(id, known)
    return known
  }
  /** Includes importers through entries of other packages that re-export this one. */
  const importersOf = (entry: string): readonly string[] =>
    (moduleOf(entry)?.importers ?? []).flatMap((importer) => (isEntry(importer) ? importersOf(importer) : importer))
  const pastEntry = (id: string): ModuleLinks | null => {
    const module = moduleOf(id)
    const entries = ofParts.test(id) && !isEntry(id) ? (module?.importers.filter(isEntry) ?? []) : []
    if (!module || entries.length === 0) return module
    const icon = iconFile.exec(id)?.[1]
    const names = icon === undefined ? (module.exports ?? []) : [icon]
    const users = entries.flatMap(importersOf).filter((user) => names.some((name) => namesOf(user).has(name)))
    const { importedIds, importers, dynamicImporters } = module
    const others = importers.filter((importer) => !isEntry(importer))
    return { importedIds, dynamicImporters, importers: [...others, ...users] }
  }
  const links = new Map<string, ModuleLinks | null>()
  return (id) => {
    const known = links.get(id)
    if (known !== undefined) return known
    const found = pastEntry(id)
    links.set(id, found)
    return found
  }
}
