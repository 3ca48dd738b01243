/**
 * `npm run screenshot`: takes the pictures of README.md and of the guide, light and dark, while following the guide's pages in a demo
 * instance and, for the first page, in a new instance.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { root } from '../tools/paths.mjs'
import { recordsOf, signIn } from './harness/api.ts'
import { launchBrowser } from './harness/browser.ts'
import { followGuide, guidePages } from './harness/follow-guide.ts'
import { firstAdmin, startInstance } from './harness/instance.ts'
import { visit } from './harness/visitor.ts'

const pictures = join(root, 'docs', 'guide', 'pictures')
/** The page that describes a new instance. */
const firstPage = 'first-api'

/** Milliseconds without a request after which a page counts as loaded, and the maximum wait. */
const pause = 500
const patience = 10_000

mkdirSync(pictures, { recursive: true })
const browser = await launchBrowser()
for (const look of ['light', 'dark'] as const) {
  await takePictures(browser, look, [firstPage], {})
  await takePictures(
    browser,
    look,
    guidePages().filter((name) => name !== firstPage),
    { MILLWRIGHT_DEMO: '1' },
  )
}
await browser.close()

async function takePictures(
  browser: Browser,
  look: 'light' | 'dark',
  pages: readonly string[],
  settings: Parameters<typeof startInstance>[0],
): Promise<void> {
  await using instance = await startInstance(settings)
  const { call } = await signIn(instance.url, firstAdmin)
  const key = async () =>
    String(recordsOf(await call('GET', 'system/app?order=id desc&limit=1&fields=api_key'))[0]?.api_key)
  for (const name of pages) {
    const { page, enter, leave } = await visit(browser, instance.url, {
      viewport: { width: 1200, height: 750 },
      colorScheme: look,
    })
    const calm = whenCalm(page)
    const shoot = async (file: string) => {
      await calm()
      await page.screenshot({ path: `${file}${look === 'dark' ? '.dark' : ''}.png` })
    }
    await enter()
    await page.goto('/home')
    if (name === 'limits-and-usage') await shoot(join(root, 'docs', 'screenshot'))
    await followGuide(page, name, { url: instance.url, key, picture: (picture) => shoot(join(pictures, picture)) })
    await leave()
  }
}

/** Returns a function that waits until no request is pending: Playwright's load state covers only the first load of a page. */
function whenCalm(page: Page): () => Promise<void> {
  const open = new Set<object>()
  const over = (request: object) => void open.delete(request)
  page.on('request', (request) => void open.add(request))
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  return async () => {
    const end = Date.now() + patience
    while (Date.now() < end) {
      const another = await page.waitForEvent('request', { timeout: pause }).catch(() => null)
      if (another === null && open.size === 0) return
    }
  }
}
