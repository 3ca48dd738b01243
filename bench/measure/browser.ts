import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { addAdmins, recordsOf, signIn } from '../../e2e/harness/api.ts'
import { launchBrowser } from '../../e2e/harness/browser.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { visit } from '../../e2e/harness/visitor.ts'
import { findChromium } from '../../tools/chromium.ts'
import { serveBarePages } from '../page/bare-pages.ts'
import { compareFirstLoads, type FirstLoad } from './first-load.ts'

export type BrowserResult = Readonly<Record<'form' | 'login' | 'table' | 'admins', FirstLoad>>

/** Hidden rows are placeholders for rows that are still loading. */
const sixthRow = 'tbody tr:not([aria-hidden]):nth-child(6)'

/** The page size of the list. */
const administrators = 100

/** Compares first loads with bare React pages that show as much; returns `null` on a machine without Chromium. */
export async function measureBrowser(rounds: number): Promise<BrowserResult | null> {
  if (findChromium() === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'))
  const browser = await launchBrowser()
  try {
    await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
    const api = await signIn(instance.url, firstAdmin)
    await addAdmins(api, administrators - 1)
    const rows = recordsOf(await api.call('GET', `system/admin?limit=${administrators}`))
    await using bare = await serveBarePages(folder, rows)
    return await compareFirstLoads(
      browser,
      {
        form: { url: `${bare.url}/form.html`, sign: 'button' },
        login: { url: `${instance.url}/login`, sign: 'form button[type=submit]' },
        table: { url: `${bare.url}/table.html`, sign: sixthRow },
        admins: { url: `${instance.url}/admins`, sign: sixthRow, before: await keepSession(browser, instance.url) },
      },
      rounds,
    )
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Logs in once and returns a script that restores this session in a new tab. */
async function keepSession(browser: Browser, url: string): Promise<string> {
  const visitor = await visit(browser, url)
  await visitor.logIn()
  const stored = await visitor.page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
  await visitor.leave()
  return `for (const [key, value] of ${stored}) sessionStorage.setItem(key, value)`
}
