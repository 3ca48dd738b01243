/** `npm run walk`: after a build, a walk over all tabs and two diagrams with the processor slowed four times; prints what held up the page. */
import type { Page } from 'playwright-core'
import { type Api, signIn } from './harness/api.ts'
import { launchBrowser } from './harness/browser.ts'
import { furnish } from './harness/furnish.ts'
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

const print = (line: string) => process.stdout.write(`${line}\n`)
const slow: string[] = []
const allInteractions: number[] = []

/** Does something, waits until the page is quiet, and prints what it cost. */
async function step(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.walk.tasks.length = 0
    window.walk.interactions.clear()
  })
  await act()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })))
  const { tasks, interactions } = await page.evaluate(() => ({
    tasks: window.walk.tasks,
    interactions: [...window.walk.interactions.values()],
  }))
  allInteractions.push(...interactions)
  const longest = Math.max(0, ...tasks)
  if (longest > longestTask) slow.push(`${name}: ${longest} ms`)
  const told = [name.padEnd(34), `${longest}`.padStart(6), `${Math.max(0, ...interactions)}`.padStart(8)]
  print(`${told.join('  ')}   ${tasks.join(' ')}`)
}

/** A database of so many tables, each of which but the first refers to another. */
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
await furnish(api, instance.url)
await makeTables(api, 'hundred', 100)
await makeTables(api, 'five_hundred', 500)
const browser = await launchBrowser()
const visitor = await visit(browser, instance.url, { viewport: { width: 1440, height: 900 } })
const { page } = visitor
await page.addInitScript(watch)
await visitor.enter(api)
const protocol = await page.context().newCDPSession(page)
await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })

print(`${'Opened'.padEnd(34)}    task      INP   tasks over 50 ms`)
await page.goto('/home')
const tabs = page.getByRole('navigation', { name: 'Tabs' })
await tabs.getByRole('link', { name: 'Services' }).waitFor()
await page.waitForLoadState('networkidle')
for (const link of await tabs.getByRole('list').getByRole('link').all()) {
  const name = (await link.textContent()) ?? ''
  await step(page, name, async () => {
    await link.click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  })
}
for (const text of ['user', 'table_9', 'create'])
  await step(page, `palette: ${text}`, async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    await page.keyboard.type(text)
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Escape')
  })
for (const path of ['/services/new', '/roles/new', '/users/new', '/apps/new', '/limits/new'])
  await step(page, path, async () => {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await page
      .getByRole('button', { name: /^(?:Save|Close)$/ })
      .first()
      .waitFor()
  })
await step(page, 'to Home', () => page.evaluate(() => history.pushState(null, '', '/home')))
for (const [service, count] of [
  ['hundred', 100],
  ['five_hundred', 500],
] as const) {
  const boxes = page.getByRole('region', { name: 'Tables and their relations' }).getByRole('link')
  await step(page, `schema of ${count} tables`, async () => {
    await page.evaluate((to) => history.pushState(null, '', to), `/schema/${service}`)
    await page.getByText(`${count} tables`).first().waitFor()
  })
  await step(page, `diagram of ${count} tables`, async () => {
    await page.getByRole('button', { name: 'Diagram' }).click()
    await boxes.nth(count - 1).waitFor()
  })
  await step(page, 'a table found in it', async () => {
    await page.getByLabel('Find a table in the diagram').fill('table_42')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Table table_42 / }).waitFor()
  })
  await step(page, 'its neighbours alone', async () => {
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'All tables', exact: true }).waitFor()
  })
}
await browser.close()

const sorted = allInteractions.toSorted((a, b) => a - b)
const usual = sorted[Math.floor(sorted.length * 0.75)] ?? 0
print(`\nINP of ${sorted.length} interactions at the 75th percentile: ${usual} ms, at most ${sorted.at(-1) ?? 0} ms`)
print(slow.length === 0 ? `No task over ${longestTask} ms.` : `Over ${longestTask} ms:\n${slow.join('\n')}`)
process.exitCode = slow.length > 0 || usual > slowestInteraction ? 1 : 0
