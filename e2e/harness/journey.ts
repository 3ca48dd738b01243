import type { Browser, BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type RunningInstance, startInstance } from './instance.ts'
import { type Visitor, visit } from './visitor.ts'

interface Fixtures {
  /** Shared by the tests of a file: data that one test adds is visible to the next. */
  instance: RunningInstance
  /** Shared by the files of a worker; each visitor has an isolated context. */
  browser: Browser
  visitor: Visitor
  /** Opens the page for another person on another machine. */
  another: (options?: BrowserContextOptions) => Promise<Visitor>
}

/**
 * A test in a browser. It fails if an error occurred in the page or a request went anywhere but to the instance; on failure, a screenshot
 * of the page is saved in e2e/failures.
 */
export const journey = test.extend<Fixtures>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      await using instance = await startInstance()
      await use(instance)
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const browser = await launchBrowser()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ another }, use) => {
    await use(await another())
  },
  another: async ({ browser, instance, task }, use) => {
    const visitors: Visitor[] = []
    await use(async (options) => {
      const visitor = await visit(browser, instance.url, options)
      visitors.push(visitor)
      return visitor
    })
    const complaints = visitors.flatMap((visitor) => visitor.complaints())
    const failed = task.result?.state === 'fail' || complaints.length > 0
    for (const [index, visitor] of visitors.entries()) {
      if (failed) await visitor.picture(`${task.name}-${index + 1}`)
      await visitor.leave()
    }
    expect(complaints).toEqual([])
  },
})
