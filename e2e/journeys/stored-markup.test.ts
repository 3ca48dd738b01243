import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Api, signIn } from '../harness/api.ts'
import { launchBrowser } from '../harness/browser.ts'
import { furnishHostile } from '../harness/hostile-records.ts'
import { type HostileScreen, hostileOpenScreens, hostileScreens } from '../harness/hostile-screens.ts'
import { callOf, hostileText, injectedPath } from '../harness/hostile-texts.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'
import { startOutsider } from '../harness/outsider.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/** A visitor that also reports anything that a text runs or opens as a complaint. */
async function watchfulVisitor(browser: Browser, url: string): Promise<Visitor & { readonly seen: string[] }> {
  const visitor = await visit(browser, url)
  const { page } = visitor
  const seen: string[] = []
  await page.addInitScript(() => {
    const ran = (tag: string) => {
      throw new Error(`A text ran: ${tag}`)
    }
    Object.assign(globalThis, { ran })
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === injectedPath) seen.push(`${page.url()} asked for ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    seen.push(`${page.url()} opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.context().on('page', (other) => seen.push(`${page.url()} opened ${other.url()}`))
  return { ...visitor, seen }
}

/** Opens a page without reloading the console, and waits until it shows its texts. */
async function open(page: Page, { path, steps = [], texts, words, over }: HostileScreen): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  for (const step of steps) await step(page)
  const place = over ? page.getByRole('dialog') : page.locator('body')
  for (const tag of texts) {
    const said = place.getByText(callOf(tag))
    const typed = place.locator(`input[value*="${callOf(tag)}"]`)
    await said.or(typed).first().waitFor({ state: 'attached' })
  }
  if (words !== undefined) await page.getByText(words).first().waitFor()
}

/** Returns elements that can only have been created from a text: with code in an attribute, or linking to code. */
function injected(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const address = /^(?:href|src|action|formaction|data|xlink:href)$/
    const code = /^\s*(?:javascript|vbscript|data:text)/i
    const look = (root: ParentNode) => {
      for (const element of root.querySelectorAll('*')) {
        const acts = [...element.attributes].some(
          ({ name, value }) => name.startsWith('on') || (address.test(name) && code.test(value)),
        )
        if (acts) found.push(element.outerHTML.slice(0, 200))
        if (element.shadowRoot) look(element.shadowRoot)
        if (element instanceof HTMLIFrameElement && element.contentDocument) look(element.contentDocument)
      }
    }
    look(document)
    return found
  })
}

/** Resources whose records have no texts of their own. */
const textless: readonly string[] = ['custom_api_source']

/** Resources of `system` in which texts can be stored, and are none. */
async function withoutHostileTexts({ call }: Api): Promise<readonly string[]> {
  const { body } = await call('GET', 'api_docs/system')
  const paths = Object.entries(Object(body.paths)).filter(([, item]) => Object.hasOwn(Object(item), 'post'))
  const all = paths.flatMap(([path]) => /^\/(\w+)$/.exec(path)?.[1] ?? [])
  const names = all.filter((name) => !textless.includes(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const answer = await call('GET', `system/${name}?limit=1000`)
      return answer.status === 200 && !JSON.stringify(answer.body).includes('ran(') ? [name] : []
    }),
  )
  return found.flat()
}

test('shows texts that look like markup or code as text, on every screen that displays them', async () => {
  await using sink = await startOutsider({})
  await using outsider = await startOutsider({
    '/feed': { notifications: [{ name: hostileText('news', 100), url: 'https://news.example.com/2' }] },
  })
  await using instance = await startInstance({ MILLWRIGHT_NOTIFICATIONS_URL: `${outsider.url}/feed` })
  const api = await signIn(instance.url, firstAdmin)
  const screens = hostileScreens(await furnishHostile(api, sink.url, instance.url))
  expect(await withoutHostileTexts(api)).toEqual([])
  const browser = await launchBrowser()
  try {
    const visitor = await watchfulVisitor(browser, instance.url)
    const { page, seen } = visitor
    visitor.forgive(new RegExp(`^requested ${outsider.url}/feed$`))
    // The hostile script throws where the tables of `db` are listed.
    visitor.forgive(/^500 from \S+\/db\/_schema\?/)
    const walk = async (through: readonly HostileScreen[]) => {
      for (const screen of through) {
        await open(page, screen)
        seen.push(...(await injected(page)).map((element) => `${screen.path} has ${element}`))
      }
    }
    await page.goto('/login')
    await walk(hostileOpenScreens)
    // A new session, as a session contains the person's name at sign-in.
    await visitor.enter()
    await page.goto('/home')
    await walk(screens)
    expect([...seen, ...visitor.complaints()]).toEqual([])
    expect(sink.requests).toEqual([])

    const links = await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link').all()
    const tabs = await Promise.all(links.map((link) => link.getAttribute('href')))
    const tabOf = (path: string) => `/${path.split(/[/?]/)[1]}`
    expect(tabs.length).toBeGreaterThan(0)
    expect(tabs.filter((tab) => !screens.some(({ path }) => tabOf(path) === tabOf(tab ?? '')))).toEqual([])

    // A control: injects a hostile text to prove that the checks above would notice it.
    await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), hostileText('control'))
    expect(await injected(page)).not.toEqual([])
    await expect.poll(() => [...seen, ...visitor.complaints()]).not.toEqual([])
  } finally {
    await browser.close()
  }
})
