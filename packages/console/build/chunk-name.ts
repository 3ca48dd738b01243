/** What a bundler knows of a module: what it needs at once, who needs it at once, and who when it is opened. */
export interface ModuleLinks {
  readonly importedIds: readonly string[]
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}

export type LinksOf = (id: string) => ModuleLinks | null

const iconEntry = /\/@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs$/
const iconFile = /\/@tabler\/icons-react\/dist\/esm\/icons\/(Icon\w+)\.mjs$/

/**
 * The links with each icon needed by the modules that name it. By the graph alone, all icons are needed by whoever imports one,
 * for the package's entry stands between them; so one icon of a window that rarely opens would be loaded before every tab.
 */
export function pastIconEntry(
  moduleOf: (id: string) => (ModuleLinks & { readonly code: string | null }) | null,
): LinksOf {
  let users: Map<string, string[]> | null = null
  const usersIn = (entry: string) => {
    users ??= new Map()
    for (const importer of moduleOf(entry)?.importers ?? [])
      for (const name of new Set(moduleOf(importer)?.code?.match(/\bIcon\w+/g)))
        users.set(name, [...(users.get(name) ?? []), importer])
    return users
  }
  return (id) => {
    const module = moduleOf(id)
    const name = iconFile.exec(id)?.[1]
    const entry = name && module?.importers.find((importer) => iconEntry.test(importer))
    if (!module || !entry) return module
    const { importedIds, dynamicImporters } = module
    return { importedIds, dynamicImporters, importers: (users ?? usersIn(entry)).get(name) ?? [] }
  }
}

const everyTab = /\/(?:app\/frame\/frame|widgets\/record-list\/record-list|widgets\/list-screen\/list-screen)\.tsx$/
const list = /\/widgets\/record-list\/record-list\.tsx$/
/** What a list is made from: `features/users/users-list.ts`. */
const listed = /\/features\/[^/]+\/[^/]+-list\.tsx?$/
const forms = /\/widgets\/(?:editor-frame|lookup-keys|record-picker|requestor-picker|service-select|verb-picker)\//
/** The tree beside the tabs, which come without waiting for it; windows have trees too. */
const tree = /\/widgets\/tree\//
const overlay = /\/(?:@ariakit|@floating-ui)\//
const library = /\/node_modules\/(?!@tabler\/icons-react\/)/
const screen = /-screen\.tsx$/
const feature = /\/src\/features\/([^/]+)\//
const entry = /\/src\/main\.tsx$/
const translation = /(.*)\/messages\.([a-z]{2})\.ts$/
const pseudo = /\/messages\.ts\?pseudo$|\/language\/translations\.xx\.ts$/
/** Where the translations of a language are found that a page in it needs first. */
const firstTranslations = /\/language\/first\.([a-z]{2})\.ts$/
const style = /\.css$/

/**
 * The file that a module goes into when several parts of the console need it; null leaves it to the bundler. A part is
 * what is fetched by itself: the frame, a screen, or an editor, window or menu that opens later.
 *
 * Left alone, every module that two parts share would become a file, and a page a dozen requests. One file for all of
 * them would grow with every tab and burden each. So they are put together by when they are needed: `tab` before any
 * tab is shown, `screens` before a tab that is no list, `forms` with the first editor, `overlay` with the first window or menu, and the
 * screens of a feature with all that only it needs apart from the rest. What a file needs is in the same file or in one that is needed
 * earlier. Translations are put together as the English texts are.
 */
export function chunkName(id: string, linksOf: LinksOf): string | null {
  const [, folder, language] = translation.exec(id) ?? []
  if (pseudo.test(id)) return 'pseudo'
  const [, first] = firstTranslations.exec(id) ?? []
  if (first !== undefined) return `start-${first}`
  if (language === undefined) return partOf(id, linksOf)
  const english = `${folder}/messages.ts`
  const atStart = whoNeeds(english, linksOf).names.some((name) => entry.test(name))
  return `${atStart ? 'start' : (partOf(english, linksOf) ?? featureOf(id) ?? 'parts')}-${language}`
}

function partOf(id: string, linksOf: LinksOf): string | null {
  const { names, parts } = whoNeeds(id, linksOf)
  if (names.some((name) => everyTab.test(name))) return 'tab'
  if (tree.test(id)) return 'tree'
  const [single, another] = parts
  if (single === undefined) return null
  if (another === undefined) return screen.test(single) ? featureOf(single) : null
  if (overlay.test(id)) return 'overlay'

  const owner = featureOf(id)
  const ofList = names.some((name) => listed.test(name))
  const shown = ofList || whoNeeds(id, linksOf, forms).parts.some((part) => screen.test(part))
  if (owner !== null) {
    if (!shown || needsForms(id, linksOf)) return `${owner}-opened`
    return parts.every((part) => featureOf(part) === owner) ? owner : 'tab'
  }
  const ofForms = names.some((name) => forms.test(name))
  // Styles are small: another file would cost more than it saves.
  if (ofForms && style.test(id)) return 'tab'
  if (!ofList && (forms.test(id) || !shown)) return ofForms ? 'forms' : 'opened'
  if (library.test(id)) return null
  const [only, ...others] = new Set(parts.map(featureOf))
  if (only && others.length === 0) return only
  const ofListScreens = parts.some((part) => linksOf(part)?.importedIds.some((needed) => list.test(needed)))
  return ofList || ofListScreens || style.test(id) ? 'tab' : 'screens'
}

function featureOf(id: string): string | null {
  return feature.exec(id)?.[1] ?? null
}

/** What needs the module at once, itself included, and which of that are parts. Nothing is followed beyond `end`. */
function whoNeeds(id: string, linksOf: LinksOf, end: RegExp | null = null) {
  const names = new Set([id])
  const parts: string[] = []
  // A set that grows while it is walked hands out the new members too.
  for (const name of names) {
    const links = linksOf(name)
    if (links === null || end?.test(name)) continue
    if (links.dynamicImporters.length > 0) parts.push(name)
    for (const importer of links.importers) names.add(importer)
  }
  return { names: [...names], parts }
}

function needsForms(id: string, linksOf: LinksOf): boolean {
  const below = new Set([id])
  for (const name of below) {
    if (forms.test(name) && !whoNeeds(name, linksOf).names.some((needing) => listed.test(needing))) return true
    for (const imported of linksOf(name)?.importedIds ?? []) below.add(imported)
  }
  return false
}
