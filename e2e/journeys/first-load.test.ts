import { describe, expect } from 'vitest'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { rowOf } from '../harness/screens.ts'
import { recordTransfers, type Transfer } from '../harness/transfer.ts'

const kilobyte = 1024
const assets = new Set(['Script', 'Stylesheet', 'Font', 'Preload', 'Other'])

const isAsset = ({ type, url }: Transfer) => assets.has(type) && !url.includes('/api/')
const sumBytes = (all: readonly Transfer[]) => all.reduce((sum, { bytes }) => sum + bytes, 0)
const listed = (all: readonly Transfer[]) =>
  all.map(({ url, bytes }) => `${new URL(url).pathname} ${(bytes / kilobyte).toFixed(1)} KB`).join('\n')

describe('the weight of the first load', () => {
  journey('/login: 120 KB and 8 requests; a list tab adds 60 KB and 6 requests', async ({ visitor }) => {
    const { page } = visitor
    const recorder = await recordTransfers(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const login = recorder.take().filter(isAsset)
    expect(sumBytes(login), listed(login)).toBeLessThanOrEqual(120 * kilobyte)
    expect(login.length, listed(login)).toBeLessThanOrEqual(8)
    expect(sumBytes(login)).toBeGreaterThan(10 * kilobyte)

    await visitor.logIn()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.waitForLoadState('networkidle')
    recorder.take()
    await page.getByRole('navigation').getByRole('link', { name: 'Admins' }).click()
    await rowOf(page, firstAdmin.email).waitFor()
    await page.waitForLoadState('networkidle')
    const tab = recorder.take().filter(isAsset)
    expect(sumBytes(tab), listed(tab)).toBeLessThanOrEqual(60 * kilobyte)
    expect(tab.length, listed(tab)).toBeLessThanOrEqual(6)
  })

  journey('text is compressed, and files with a hash in their name are cached permanently', async ({ visitor }) => {
    const { page } = visitor
    const seen: { readonly path: string; readonly encoding: string; readonly cache: string }[] = []
    page.on('response', (response) => {
      const headers = response.headers()
      seen.push({
        path: new URL(response.url()).pathname,
        encoding: headers['content-encoding'] ?? '',
        cache: headers['cache-control'] ?? '',
      })
    })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    const scripts = seen.filter(({ path }) => path.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter(({ encoding, cache }) => encoding !== 'br' || !cache.includes('immutable'))).toEqual([])
    expect(seen.find(({ path }) => path === '/login')?.cache).not.toContain('immutable')
  })
})
