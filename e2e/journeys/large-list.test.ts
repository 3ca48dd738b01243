import { describe, expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { rowOf } from '../harness/screens.ts'

const many = 100_000
const batch = 1000
/** Milliseconds; generous, because other processes may share the machine. People notice about a tenth of it. */
const noticeable = 3000
/** Maximum number of elements in the document, whatever the number of records. */
const smallDocument = 5000

describe('a list of 100,000 administrators', () => {
  journey(
    'opens, sorts, filters and pages immediately, with a small document',
    { timeout: 240_000 },
    async ({ visitor, instance }) => {
      const { page } = visitor
      const api = await signIn(instance.url, firstAdmin)
      for (let start = 0; start < many; start += batch) {
        const resource = Array.from({ length: batch }, (_, index) => {
          const number = String(start + index).padStart(6, '0')
          return { email: `p${number}@example.com`, name: `Person ${number}`, first_name: 'Person', last_name: number }
        })
        expect((await api.call('POST', 'system/admin', { resource })).status).toBeLessThan(300)
      }
      await visitor.enter()

      const quickly = async (what: string, act: () => Promise<unknown>, shown: string) => {
        const started = performance.now()
        await act()
        await rowOf(page, shown).waitFor()
        expect(performance.now() - started, what).toBeLessThan(noticeable)
      }
      const header = page.getByRole('columnheader', { name: 'Email' }).getByRole('button')
      await quickly('open', () => page.goto('/admins'), 'p000000@example.com')
      await page.getByText('of 100,001').waitFor()
      await page.getByRole('grid').hover()
      await page.mouse.wheel(0, 100_000)
      await rowOf(page, 'p000098@example.com').waitFor()
      await quickly('next page', () => page.getByRole('button', { name: 'Next page' }).click(), 'p000100@example.com')
      await quickly('sort', () => header.click(), firstAdmin.email)
      await quickly('sort the other way', () => header.click(), 'p099999@example.com')
      const search = page.getByRole('searchbox')
      await quickly('search', () => search.fill('p054321').then(() => search.press('Enter')), 'p054321@example.com')
      await quickly('last page', () => page.goto('/admins?page=1000'), 'p099900@example.com')
      await quickly('a long page', () => page.goto('/admins?pageSize=1000'), 'p000010@example.com')
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(smallDocument)
    },
  )
})
