import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Api, signIn } from './api.ts'
import { barriersOf } from './barriers.ts'
import { firstAdmin, type Person } from './instance.ts'

/** A person with a new browser profile. */
export interface Visitor {
  readonly page: Page
  /** Fills in the login form and waits for the next page. */
  logIn(person?: Person): Promise<void>
  /**
   * Signs in without the form, before the first page is opened, for journeys about something else; with a session of the first
   * administrator by default.
   */
  enter(api?: Api): Promise<void>
  /** Announces that the instance will fail or be unavailable, so that failed requests are not complaints. */
  expectTrouble(): void
  /** Ignores complaints that a test expects. */
  forgive(complaint: RegExp): void
  /** Problems behind the page: script errors, policy violations, responses with status 500, requests to other hosts. */
  complaints(): readonly string[]
  /** Returns the findings of `barriersOf` for the page in its current state. */
  barriers(look?: 'colours'): Promise<readonly string[]>
  picture(name: string): Promise<void>
  leave(): Promise<void>
}

const pictures = join(import.meta.dirname, '..', 'failures')
/** Default timeout in milliseconds. */
const patience = 60_000

/** Opens a new browser profile on an instance. */
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
    // Error responses, for example to a wrong password, are part of many journeys; the browser logs each, and pages show them.
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
      // A resource of the instance without scripts, to access the storage of the tab.
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
