import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { root } from '../../tools/paths.mjs'
import { type Api, recordsOf, signIn } from './api.ts'
import { firstAdmin, type RunningInstance, startInstance } from './instance.ts'
import { journey } from './journey.ts'
import type { Places } from './opening.ts'
import { notOpened, openings, withoutPanels } from './openings.ts'
import { sideways } from './overflow.ts'
import { outOfReach } from './reach.ts'

/** A demonstration instance with a table of forty fields. */
export const demonstration = journey.extend<{ instance: RunningInstance; places: Places }>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      await using instance = await startInstance({ MILLWRIGHT_DEMO: '1' })
      await use(instance)
    },
    { scope: 'file' },
  ],
  places: [
    async ({ instance }, use) => {
      const api = await signIn(instance.url, firstAdmin)
      await createWideTable(api)
      await use({ longest: (path) => longestRecord(api, path) })
    },
    { scope: 'file' },
  ],
})

async function createWideTable({ call }: Api): Promise<void> {
  const field = [
    { name: 'id', type: 'id' },
    ...Array.from({ length: 39 }, (_, at) => ({
      name: `field_${at + 1}`,
      type: 'string',
      length: 80,
      allow_null: true,
    })),
  ]
  await call('POST', 'db/_schema', { resource: [{ name: 'wide', field }] })
  await call('POST', 'db/_table/wide', { resource: [{ field_1: 'The only row' }] })
  await call('POST', 'files/shown/', {
    resource: [{ name: 'long.txt', type: 'file', content: 'A line of text.\n'.repeat(400) }],
  })
}

/** The id of the record that is longest as JSON. */
async function longestRecord({ call }: Api, path: string): Promise<string> {
  const related = path.startsWith('system/role') ? '&related=role_service_access_by_role_id' : ''
  const records = recordsOf(await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=200${related}`))
  const [longest] = records.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)
  if (longest === undefined) throw new Error(`There are no records in ${path}.`)
  return String(longest.id)
}

/** Tests that every panel and dialog can be used with a mouse in a window of this size. */
export function reachEverywhere(viewport: { readonly width: number; readonly height: number }): void {
  const { width, height } = viewport
  const existing = openings.filter(({ atMost = width, atLeast = width }) => atLeast <= width && width <= atMost)
  for (const [tab, some] of Map.groupBy(existing, (opening) => opening.tab))
    demonstration(`at ${width} × ${height} a mouse reaches everything of ${tab}`, async ({ another, places }) => {
      const visitor = await another({ viewport })
      await visitor.enter()
      const { page } = visitor
      const found: string[] = []
      for (const { name, path, press = [], shown } of some) {
        await page.goto(typeof path === 'string' ? path : await path(places))
        for (const part of press) await part(page).click()
        await shown(page).waitFor()
        const problem = await outOfReach(page)
        if (problem === null) continue
        found.push(`${name}: ${problem}`)
        await visitor.picture(`reach-${width}-${name}`)
      }
      expect(found).toEqual([])
    })

  for (const language of ['en', 'de'])
    demonstration(`at ${width} × ${height} no tab scrolls sideways in ${language}`, async ({ another }) => {
      const visitor = await another({ viewport })
      await visitor.enter()
      // A database of the demonstration does not answer.
      visitor.expectTrouble()
      const { page } = visitor
      await page.goto(`/home?lang=${language}`)
      const found: string[] = []
      const lookAt = async (address: string) => {
        await page.goto(address)
        await page.getByRole('heading').first().waitFor()
        await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
        found.push(...(await sideways(page)).map((part) => `${address}: ${part}`))
      }
      for (const tab of tabPaths) {
        await lookAt(tab)
        const links = page.locator(`main nav a[href^="${tab}"]:not([href$="/new"])`)
        const views = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
        for (const view of new Set(views)) if (view !== tab) await lookAt(view)
      }
      expect(found).toEqual([])
    })
}

/** Paths of all tabs of the console. */
const tabPaths: readonly string[] = [
  ...readFileSync(join(root, 'packages', 'console', 'src', 'app', 'tabs.ts'), 'utf8').matchAll(/path: '(\/[\w-]+)'/g),
].map(([, path = '']) => path)

/** Files that render a panel or a dialog. */
const panels =
  /<(EditorFrame|RecordEditor|RecordForm|DeclaredPanel|EditorForm|EditorBody|Dialog|DialogWindow|FormDialog)\b/

/** Panels, dialogs and tabs of the console that no opening covers, and openings of what is gone. */
export function uncovered(): readonly string[] {
  const console = join(root, 'packages', 'console', 'src')
  const files = globSync('{app,confirm,features,widgets}/**/*.tsx', { cwd: console })
    .filter((file) => !file.includes('.test.') && !/^widgets\/form\/(?:editor-frame|panel)\//.test(file))
    .filter((file) => panels.test(readFileSync(join(console, file), 'utf8')))
  const covered = new Set([...openings.flatMap((opening) => opening.of), ...Object.keys(notOpened)])
  return [
    ...files.filter((file) => !covered.has(file)).map((file) => `${file} is opened by no journey`),
    ...[...covered].filter((file) => !files.includes(file)).map((file) => `${file} has no panel`),
    ...tabPaths
      .filter((path) => !(path in withoutPanels) && !openings.some((opening) => opening.tab === path))
      .map((path) => `${path} is a tab of which nothing is opened`),
  ]
}
