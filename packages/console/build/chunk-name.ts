import type { LinksOf } from './module-links.ts'

const everyTab =
  /\/(?:app\/frame\/frame|widgets\/list\/record-list\/record-list|widgets\/list\/list-screen\/list-screen)\.tsx$/
const list = /\/widgets\/list\/record-list\/record-list\.tsx$/
/** Modules that define a list: `features/users/users-list.ts`. */
const listed = /\/features\/[^/]+\/[^/]+-list\.tsx?$/
const forms =
  /\/widgets\/(?:form\/editor-frame|list\/lookup-keys|records\/record-picker|access\/verb-picker|pickers\/(?:requestor-picker|service-select))\//
/** The tree beside tabs, which render without waiting for it; dialogs have trees, too. */
const tree = /\/widgets\/explorer\/tree\//
/** Large libraries that few dialogs need. */
const charts = /\/node_modules\/d3-[\w-]+\//
const imports = /\/widgets\/transfer\/import\/[^/]+\.tsx?$/
const overlay = /\/(?:@ariakit|@floating-ui)\//
const library = /\/node_modules\/(?!@tabler\/icons-react\/)/
const screen = /-screen\.tsx$/
const feature = /\/src\/features\/([^/]+)\//
const entry = /\/src\/main\.tsx$/
const translation = /(.*)\/messages\.([a-z]{2})\.ts$/
const pseudo = /\/messages\.ts\?pseudo$|\/language\/translations\.xx\.ts$/
/** The module with the translations of a language that a page needs first. */
const firstTranslations = /\/language\/first\.([a-z]{2})\.ts$/
const style = /\.css$/

/**
 * Returns the chunk of a module that several parts of the console need; `null` leaves it to the bundler. A part is what is fetched
 * separately: the frame, a screen, or an editor, dialog or menu that opens later.
 *
 * By default, every module that two parts share would become a chunk, and a page would need a dozen requests. One chunk for all of them
 * would grow with every tab and slow down each. So modules are grouped by when they are needed: `tab` before any tab is shown, `screens`
 * before a tab other than a list, `forms` with the first editor, `overlay` with the first dialog or menu, `opened` with any dialog but that
 * menu, `chart` and `import` with the dialogs that need them, and separately the screens of a feature with all that only it needs. Libraries
 * that no tab needs immediately are large and left to the bundler. The dependencies of a chunk are in the same chunk or in one that is
 * needed earlier. Translations are grouped like the English texts.
 */
export function chunkName(id: string, linksOf: LinksOf): string | null {
  const [, folder, language] = translation.exec(id) ?? []
  if (pseudo.test(id)) return 'pseudo'
  const [, first] = firstTranslations.exec(id) ?? []
  if (first !== undefined) return `start-${first}`
  if (language === undefined) return partOf(id, linksOf)
  const english = `${folder}/messages.ts`
  const atStart = importersOf(english, linksOf).names.some((name) => entry.test(name))
  return `${atStart ? 'start' : (partOf(english, linksOf) ?? featureOf(id) ?? 'parts')}-${language}`
}

function partOf(id: string, linksOf: LinksOf): string | null {
  const { names, parts } = importersOf(id, linksOf)
  if (names.some((name) => everyTab.test(name))) return 'tab'
  if (tree.test(id)) return 'tree'
  const [single, another] = parts
  if (single === undefined) return null
  if (another === undefined) return screen.test(single) ? featureOf(single) : null
  if (overlay.test(id)) return 'overlay'

  const owner = featureOf(id)
  const ofList = names.some((name) => listed.test(name))
  const shown = ofList || importersOf(id, linksOf, forms).parts.some((part) => screen.test(part))
  if (owner !== null) {
    if (!shown || needsForms(id, linksOf)) return `${owner}-opened`
    return parts.every((part) => featureOf(part) === owner) ? owner : 'tab'
  }
  const ofForms = names.some((name) => forms.test(name))
  // Styles are small: a separate chunk would cost more than it saves.
  if (ofForms && style.test(id)) return 'tab'
  // Modules that both forms and screens need are loaded with any tab.
  if (library.test(id) && !charts.test(id)) return shown && ofForms ? 'tab' : null
  if (!ofList && (forms.test(id) || !shown)) return ofForms ? 'forms' : openedWith(id, linksOf)
  const [only, ...others] = new Set(parts.map(featureOf))
  if (only && others.length === 0) return only
  const ofListScreens = parts.some((part) => linksOf(part)?.importedIds.some((needed) => list.test(needed)))
  return ofList || ofListScreens || style.test(id) ? 'tab' : 'screens'
}

function featureOf(id: string): string | null {
  return feature.exec(id)?.[1] ?? null
}

/**
 * Returns the transitive static importers of a module, including itself, and which of them are parts. The search stops at matches of
 * `end`.
 */
function importersOf(id: string, linksOf: LinksOf, end: RegExp | null = null) {
  const names = new Set([id])
  const parts: string[] = []
  // Iterating a set includes members that are added meanwhile.
  for (const name of names) {
    const links = linksOf(name)
    if (links === null || end?.test(name)) continue
    if (links.dynamicImporters.length > 0) parts.push(name)
    for (const importer of links.importers) names.add(importer)
  }
  return { names: [...names], parts }
}

function openedWith(id: string, linksOf: LinksOf): string {
  if (needed(id, linksOf).some((name) => charts.test(name))) return 'chart'
  return imports.test(id) ? 'import' : 'opened'
}

function needsForms(id: string, linksOf: LinksOf): boolean {
  const ofLists = (name: string) => importersOf(name, linksOf).names.some((needing) => listed.test(needing))
  return needed(id, linksOf).some((name) => forms.test(name) && !ofLists(name))
}

/** Returns the transitive static imports of a module, including itself. */
function needed(id: string, linksOf: LinksOf): readonly string[] {
  const below = new Set([id])
  for (const name of below) for (const imported of linksOf(name)?.importedIds ?? []) below.add(imported)
  return [...below]
}
