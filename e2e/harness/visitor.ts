import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Api, signIn } from './api.ts'
import { barriersOf } from './barriers.ts'
import { firstAdmin, type Person } from './instance.ts'

/** Somebody at a browser that nobody used before. */
export interface Visitor {
  readonly page: Page
  /** Fills in the log-in form and waits for the page behind it. */
  logIn(person?: Person): Promise<void>
  /** Is signed in without the form, before the first page is opened, for journeys about something else; with a session of the first administrator, unless given. */
  enter(api?: Api): Promise<void>
  /** Says that the instance is about to fail or to be absent, so that failed requests are no complaint. */
  expectTrouble(): void
  /** Says which complaints are what a test is about. */
  forgive(complaint: RegExp): void
  /** What went wrong behind the page: errors of scripts, refused policies, answers of 500, requests to strangers. */
  complaints(): readonly string[]
  /** As `barriersOf` finds them on the page as it is. */
  barriers(look?: 'colours'): Promise<readonly string[]>
  picture(name: string): Promise<void>
  leave(): Promise<void>
}

const pictures = join(import.meta.dirname, '..', 'failures')
/** Milliseconds; what takes longer is broken. */
const patience = 20_000

/** Opens an empty browser profile on an instance. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const found: string[] = []
  const forgiven: RegExp[] = []
  let calm = true
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const withinPage = protocol === 'data:' || protocol === 'blob:'
    if (!withinPage && origin !== url) found.push(`requested ${request.url()}`)
  })
  context.on('response', (response) => {
    if (calm && response.status() >= 500) found.push(`${response.status()} from ${response.url()}`)
  })
  page.on('pageerror', (error) => found.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // A refusal such as a wrong password is part of many journeys; the browser logs each, and pages tell of it.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) found.push(`console: ${message.text()}`)
  })
  return {
    page,
    async logIn({ email, password } = firstAdmin) {
      await page.goto('/login')
      await page.getByLabel(/e-?mail|username/i).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await page.waitForURL((address) => !address.pathname.endsWith('/login'))
    },
    async enter(api) {
      const { session } = api ?? (await signIn(url, firstAdmin))
      // A page of the instance without a script, to reach the storage of the tab.
      await page.goto('/millwright.json')
      const stored = JSON.stringify({ user: session, remember: false })
      await page.evaluate((value) => sessionStorage.setItem('millwright.session', value), stored)
    },
    expectTrouble() {
      calm = false
    },
    forgive(complaint) {
      forgiven.push(complaint)
    },
    complaints: () => found.filter((complaint) => !forgiven.some((pattern) => pattern.test(complaint))),
    barriers: (look) => barriersOf(page, look),
    async picture(name) {
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `${name.replace(/[^a-z0-9]+/gi, '-').slice(0, 100)}.png`) })
    },
    leave: () => context.close(),
  }
}
