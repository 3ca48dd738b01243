/**
 * `npm run walk`: after a build, walks through all tabs and two diagrams with 4× CPU throttling, and prints what blocked the page.
 *
 * Other load on the machine only ever adds time, so the best of three walks is reported for each step; `npm run walk -- 5` makes five.
 */
import type { Browser, Page } from 'playwright-core'
import { type Api, signIn } from './harness/api.ts'
import { launchBrowser } from './harness/browser.ts'
import { createRecords } from './harness/furnish.ts'
import { firstAdmin, startInstance } from './harness/instance.ts'
import { visit } from './harness/visitor.ts'

const slowdown = 4
/** Milliseconds. */
const longestTask = 200
const slowestInteraction = 200

interface Watched {
  readonly tasks: number[]
  /** The longest event of each interaction, in milliseconds. */
  readonly interactions: Map<number, number>
}

declare global {
  interface Window {
    walk: Watched
  }
}

/** Runs in the page. */
function watch(): void {
  const walk: Watched = { tasks: [], interactions: new Map() }
  window.walk = walk
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) walk.tasks.push(Math.round(duration))
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number }
      if (interactionId > 0)
        walk.interactions.set(interactionId, Math.max(duration, walk.interactions.get(interactionId) ?? 0))
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** Durations of a step, in milliseconds. */
interface Cost {
  /** Tasks longer than 50 ms. */
  readonly tasks: readonly number[]
  readonly interactions: readonly number[]
}

type Step = (name: string, act: () => Promise<void>) => Promise<void>

const print = (line: string) => process.stdout.write(`${line}\n`)
const longest = (durations: readonly number[]) => Math.max(0, ...durations)

/** Performs an action, waits until the page is idle, and returns its cost. */
async function costOf(page: Page, act: () => Promise<void>): Promise<Cost> {
  await page.evaluate(() => {
    window.walk.tasks.length = 0
    window.walk.interactions.clear()
  })
  await act()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })))
  return page.evaluate(() => ({ tasks: [...window.walk.tasks], interactions: [...window.walk.interactions.values()] }))
}

/** Creates a database with `count` tables, each of which but the first references another. */
async function makeTables({ call }: Api, name: string, count: number): Promise<void> {
  const service = { name, label: name, type: 'sqlite', is_active: true, config: { database: `${name}.sqlite` } }
  await call('POST', 'system/service', { resource: [service] })
  const fields = Array.from({ length: 10 }, (_, at) => ({ name: `field_${at}`, type: 'string', allow_null: true }))
  const tables = Array.from({ length: count }, (_, at) => ({
    name: `table_${at}`,
    field: [
      { name: 'id', type: 'id' },
      ...(at > 0
        ? [{ name: 'over_id', type: 'reference', ref_table: `table_${Math.floor(at / 4)}`, ref_field: 'id' }]
        : []),
      ...fields,
    ],
  }))
  const { status } = await call('POST', `${name}/_schema`, { resource: tables })
  if (status !== 200) throw new Error(`The tables of ${name} gave ${status}.`)
}

await using instance = await startInstance()
const api = await signIn(instance.url, firstAdmin)
await createRecords(api, instance.url)
await makeTables(api, 'hundred', 100)
await makeTables(api, 'five_hundred', 500)

/** Walks through the console once with an empty browser cache. */
async function walkOver(browser: Browser): Promise<ReadonlyMap<string, Cost>> {
  const visitor = await visit(browser, instance.url, { viewport: { width: 1440, height: 900 } })
  const { page } = visitor
  await page.addInitScript(watch)
  await visitor.enter(api)
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const costs = new Map<string, Cost>()
  const step: Step = async (name, act) => {
    costs.set(name, await costOf(page, act))
  }
  await page.goto('/home')
  await openTabs(page, step)
  await usePalette(page, step)
  await openEditors(page, step)
  await step('to Home', () => page.evaluate(() => history.pushState(null, '', '/home')))
  await lookAtDiagram(page, step, 'hundred', 100)
  await lookAtDiagram(page, step, 'five_hundred', 500)
  await visitor.leave()
  return costs
}

async function openTabs(page: Page, step: Step): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: 'Services' }).waitFor()
  await page.waitForLoadState('networkidle')
  for (const link of await tabs.getByRole('list').getByRole('link').all()) {
    const name = (await link.textContent()) ?? ''
    await step(name, async () => {
      await link.click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    })
  }
}

async function usePalette(page: Page, step: Step): Promise<void> {
  for (const text of ['user', 'table_9', 'create'])
    await step(`palette: ${text}`, async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
      await page.keyboard.type(text)
      await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.keyboard.press('Escape')
    })
}

async function openEditors(page: Page, step: Step): Promise<void> {
  for (const path of ['/services/new', '/roles/new', '/users/new', '/apps/new', '/limits/new'])
    await step(path, async () => {
      await page.evaluate((to) => history.pushState(null, '', to), path)
      await page
        .getByRole('button', { name: /^(?:Save|Close)$/ })
        .first()
        .waitFor()
    })
}

async function lookAtDiagram(page: Page, step: Step, service: string, count: number): Promise<void> {
  const boxes = page.getByRole('region', { name: 'Tables and their relations' }).getByRole('link')
  await step(`schema of ${count} tables`, async () => {
    await page.evaluate((to) => history.pushState(null, '', to), `/schema/${service}`)
    await page.getByText(`${count} tables`).first().waitFor()
  })
  await step(`diagram of ${count} tables`, async () => {
    await page.getByRole('button', { name: 'Diagram' }).click()
    await boxes.nth(count - 1).waitFor()
  })
  await step(`a table found in ${count}`, async () => {
    await page.getByLabel('Find a table in the diagram').fill('table_42')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Table table_42 / }).waitFor()
  })
  await step(`its neighbours alone, of ${count}`, async () => {
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'All tables', exact: true }).waitFor()
  })
}

const browser = await launchBrowser()
const walks: ReadonlyMap<string, Cost>[] = []
while (walks.length < Number(process.argv[2] ?? 3)) walks.push(await walkOver(browser))
await browser.close()

print(`${'Opened'.padEnd(34)}    task      INP   tasks over 50 ms`)
const slow: string[] = []
const interactions: number[] = []
for (const name of walks[0]?.keys() ?? []) {
  const all = walks.map((walk) => walk.get(name) ?? { tasks: [], interactions: [] })
  const [tasks = []] = all.map((cost) => cost.tasks).toSorted((a, b) => longest(a) - longest(b))
  const [acts = []] = all.map((cost) => cost.interactions).toSorted((a, b) => longest(a) - longest(b))
  interactions.push(...acts)
  if (longest(tasks) > longestTask) slow.push(`${name}: ${longest(tasks)} ms`)
  const told = [name.padEnd(34), `${longest(tasks)}`.padStart(6), `${longest(acts)}`.padStart(8)]
  print(`${told.join('  ')}   ${tasks.join(' ')}`)
}
const sorted = interactions.toSorted((a, b) => a - b)
const usual = sorted[Math.floor(sorted.length * 0.75)] ?? 0
print(`\nINP of ${sorted.length} interactions at the 75th percentile: ${usual} ms, at most ${sorted.at(-1) ?? 0} ms`)
print(slow.length === 0 ? `No task over ${longestTask} ms.` : `Over ${longestTask} ms:\n${slow.join('\n')}`)
process.exitCode = slow.length > 0 || usual > slowestInteraction ? 1 : 0
