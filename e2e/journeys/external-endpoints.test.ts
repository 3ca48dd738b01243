import { expect, test } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import { startInstance } from '../harness/instance.ts'
import { startOutsider } from '../harness/outsider.ts'
import { visit } from '../harness/visitor.ts'

test('requests only the configured hosts, and sends them nothing about the instance', async () => {
  await using outsider = await startOutsider({
    '/check': { status_code: 401, message: 'Expired.' },
    '/feed': { notifications: [{ name: 'Version 2 is out', url: 'https://news.example.com/2' }] },
  })
  await using instance = await startInstance({
    MILLWRIGHT_LICENSE: 'GOLD',
    MILLWRIGHT_LICENSE_KEY: 'KEY-1',
    MILLWRIGHT_LICENSE_URL: `${outsider.url}/check`,
    MILLWRIGHT_NOTIFICATIONS_URL: `${outsider.url}/feed`,
    MILLWRIGHT_SUBSCRIBE_URL: 'https://shop.example.com',
  })
  const browser = await launchBrowser()
  try {
    const visitor = await visit(browser, instance.url)
    const { page } = visitor
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(visitor.complaints()).toEqual([])

    await visitor.logIn()
    await page.getByRole('alert').filter({ hasText: 'Your subscription has expired' }).waitFor()
    const bell = page.getByRole('button', { name: 'Notifications (1)' })
    await bell.click()
    const entry = page.getByRole('menuitem', { name: 'Version 2 is out' })
    expect(await entry.getAttribute('target')).toBe('_blank')
    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'hidden' })
    // Focus and pointer are on the bell, either of which shows its tooltip.
    await page.mouse.move(0, 0)
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'hidden' })
    expect(await page.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe('https://shop.example.com')
    expect(await visitor.barriers()).toEqual([])
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Config' }).click()
    await page.getByRole('alert').filter({ hasText: 'Your subscription has expired' }).waitFor()

    expect(outsider.requests.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(['GET /check', 'GET /feed'])
    for (const { headers } of outsider.requests) {
      expect(headers).not.toHaveProperty('x-dreamfactory-session-token')
      expect(headers).not.toHaveProperty('x-dreamfactory-api-key')
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('referer')
    }
    // The visitor reports every host other than the instance; only the configured one is expected.
    const strangers = visitor.complaints().filter((complaint) => !complaint.startsWith(`requested ${outsider.url}/`))
    expect(strangers).toEqual([])
  } finally {
    await browser.close()
  }
})
