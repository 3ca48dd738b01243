import type { LinksOf } from './module-links.ts'

const everyTab = /\/(?:app\/frame\/frame|widgets\/record-list\/record-list|widgets\/list-screen\/list-screen)\.tsx$/
const list = /\/widgets\/record-list\/record-list\.tsx$/
/** What a list is made from: `features/users/users-list.ts`. */
const listed = /\/features\/[^/]+\/[^/]+-list\.tsx?$/
const forms = /\/widgets\/(?:editor-frame|lookup-keys|record-picker|requestor-picker|service-select|verb-picker)\//
/** The tree beside the tabs, which come without waiting for it; windows have trees too. */
const tree = /\/widgets\/tree\//
/** What few windows need and is large. */
const charts = /\/node_modules\/d3-[\w-]+\//
const imports = /\/widgets\/import\/[^/]+\.tsx?$/
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
 * tab is shown, `screens` before a tab that is no list, `forms` with the first editor, `overlay` with the first window or menu, `opened` with
 * any window but that menu, `chart` and `import` with those that have such a thing, and the screens of a feature with all that only it needs apart
 * from the rest. Libraries that no tab needs at once are left to the bundler, for they are large. What a file needs is in the same file or in one that is needed
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
  // What forms need as well as screens comes soon enough in any tab.
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

function openedWith(id: string, linksOf: LinksOf): string {
  if (needed(id, linksOf).some((name) => charts.test(name))) return 'chart'
  return imports.test(id) ? 'import' : 'opened'
}

function needsForms(id: string, linksOf: LinksOf): boolean {
  const ofLists = (name: string) => whoNeeds(name, linksOf).names.some((needing) => listed.test(needing))
  return needed(id, linksOf).some((name) => forms.test(name) && !ofLists(name))
}

/** What the module needs at once, itself included. */
function needed(id: string, linksOf: LinksOf): readonly string[] {
  const below = new Set([id])
  for (const name of below) for (const imported of linksOf(name)?.importedIds ?? []) below.add(imported)
  return [...below]
}
