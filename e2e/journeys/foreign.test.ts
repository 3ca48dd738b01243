import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '../harness/api.ts'
import { launchBrowser } from '../harness/browser.ts'
import { startForeign } from '../harness/foreign.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'
import { visit } from '../harness/visitor.ts'

const tabs = ['home', 'services', 'apps', 'admins', 'users', 'roles', 'apidocs', 'schema', 'data', 'file-manager']
const others = ['scripts', 'config', 'package-manager', 'limits', 'scheduler', 'reports']
const windows: readonly BrowserContextOptions[] = [
  { viewport: { width: 1366, height: 768 } },
  { viewport: { width: 390, height: 844 } },
]

test('opens or explains every tab, without errors, for a server of another vendor', async () => {
  await using instance = await startInstance()
  const { call } = await signIn(instance.url, firstAdmin)
  const role = { resource: [{ name: 'Readers', is_active: true }] }
  expect(await call('POST', 'system/role', role)).toMatchObject({ status: 201 })
  await using foreign = await startForeign(instance.url)
  const browser = await launchBrowser()
  try {
    for (const window of windows) {
      const visitor = await visit(browser, foreign.url, window)
      const { page } = visitor
      await visitor.logIn()
      for (const tab of [...tabs, ...others]) {
        await page.goto(`/${tab}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth - clientWidth
        })
        expect(overflow, tab).toBe(0)
      }
      await page.goto('/roles?where=is_active:is:true')
      await page.getByRole('link', { name: 'Readers' }).click()
      await page.getByRole('tab', { name: 'Access' }).click()
      await page.getByRole('table', { name: 'Access by service and verb' }).waitFor()
      await page.getByRole('button', { name: 'Copy from another role' }).click()
      const list = await page.getByRole('dialog', { name: 'Copy rules from another role' }).boundingBox()
      expect((list?.x ?? 0) + (list?.width ?? Number.NaN)).toBeLessThanOrEqual(window.viewport?.width ?? 0)
      expect(visitor.complaints()).toEqual([])
      await visitor.leave()
    }
  } finally {
    await browser.close()
  }
})
