import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { launchBrowser } from '../harness/browser.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey as anyJourney } from '../harness/journey.ts'

const journey = anyJourney.extend<{ browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const browser = await launchBrowser({ scrollbars: true })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
})

/** Around the width above which the list stays visible beside an editor, and the width at which the wide editor fills the window. */
const widths = [390, 700, 991, 1000, 1085]
const paths = ['/admins/new', '/roles/new', '/services/new?type=smtp_email', '/data/sample/tag?record=new']

journey('with scrollbars that take up space, no editor is cut off at its left edge', async ({ visitor }) => {
  const { page } = visitor
  await visitor.enter()
  const cut: string[] = []
  for (const path of paths)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 500 })
      await page.goto(path)
      // Makes every page longer than its window.
      await page.evaluate(() => {
        document.body.style.minHeight = '200vh'
      })
      const panel = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Save', exact: true }) })
      const heading = panel.getByRole('heading').first()
      await heading.waitFor()
      const { room, left, right, text, footer } = await panel.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        const at = (selector: string) => element.querySelector(selector)?.getBoundingClientRect()
        return {
          room: document.documentElement.clientWidth,
          left,
          right,
          text: (at('h2')?.left ?? 0) - left,
          footer: at('footer button:last-child')?.right ?? 0,
        }
      })
      expect(room, 'scrollbars take room').toBeLessThan(width)
      if (left < 0 || right > room || text < 16 || footer > right - 16)
        cut.push(`${path} at ${width}: ${JSON.stringify({ room, left, right, text, footer })}`)
    }
  expect(cut).toEqual([])
})

journey('a page that fits its window has no scrollbar beside it', async ({ visitor }) => {
  const { page } = visitor
  await visitor.logIn()
  for (const path of ['/home', '/admins', '/data/sample/tag']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const taken = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)
    expect({ path, taken }).toEqual({ path, taken: 0 })
  }
})

journey('no page is taller than its window: long content scrolls in place', async ({ visitor, instance }) => {
  const { page } = visitor
  const api = await signIn(instance.url, firstAdmin)
  const made = await api.call('POST', 'system/role', { resource: [{ name: 'Ticks a step on Home' }] })
  expect(made.status).toBe(201)
  await visitor.enter(api)
  await page.setViewportSize({ width: 720, height: 450 })
  const long: string[] = []
  for (const [path, name] of [
    ['/home', 'It grants access to services.'],
    ['/apidocs/sample', 'List tables'],
    ['/scripts/sample._table.customer.post.post_process', 'Script Type'],
    ['/services/new?type=pgsql&section=config', 'Basic Config'],
  ] as const) {
    await page.goto(path)
    await page.getByText(name, { exact: true }).first().waitFor()
    const { height, room } = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement
      return { height: scrollHeight, room: clientHeight }
    })
    if (height > room) long.push(`${path}: ${height} px in ${room}`)
  }
  expect(long).toEqual([])
})
