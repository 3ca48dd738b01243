import { launchBrowser } from './harness/browser.ts'
import { readFileSync } from 'node:fs'
const [, , base = 'http://localhost:9411', ...rest] = process.argv
const script = rest[0] ?? ''
const browser = await launchBrowser()
const dark = process.env['DARK'] === '1'
const width = Number(process.env['W'] ?? 1440)
const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: dark ? 'dark' : 'light', locale: process.env['L'] ?? 'en-US' })
const page = await context.newPage()
page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
await page.goto(`${base}/login`)
await page.getByLabel(/^E-?mail/i).fill('admin@example.com')
await page.getByLabel(/^Password/).fill(/shown only this once: (\S+)/.exec(readFileSync(process.env['LOG'] ?? '/tmp/pickers-server.log', 'utf8'))?.[1] ?? '')
await page.getByRole('button', { name: /^(Log in|Login|Sign in|Anmelden)$/i }).click()
await page.waitForURL(/home/)
const shot = async (name: string) => { await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/pk-${name}.png` }) }
try { await (await import(script)).default(page, base, shot) } catch (e) { console.log(String(e).slice(0, 1500)); await shot('error') }
await browser.close()
