import { describe, expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { rowOf } from '../harness/screens.ts'

const many = 100_000
const batch = 1000
/** Maximum number of elements in the document, whatever the number of records. */
const smallDocument = 5000

describe('a list of 100,000 administrators', () => {
  journey(
    'opens, sorts, filters and pages, with a small document',
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

      const header = page.getByRole('columnheader', { name: 'Email' }).getByRole('button')
      await page.goto('/admins')
      await rowOf(page, 'p000000@example.com').waitFor()
      await page.getByText('of 100,001').waitFor()
      await page.getByRole('grid').hover()
      await page.mouse.wheel(0, 100_000)
      await rowOf(page, 'p000098@example.com').waitFor()
      await page.getByRole('button', { name: 'Next page' }).click()
      await rowOf(page, 'p000100@example.com').waitFor()
      await header.click()
      await rowOf(page, firstAdmin.email).waitFor()
      await header.click()
      await rowOf(page, 'p099999@example.com').waitFor()
      const search = page.getByRole('searchbox')
      await search.fill('p054321').then(() => search.press('Enter'))
      await rowOf(page, 'p054321@example.com').waitFor()
      await page.goto('/admins?page=1000')
      await rowOf(page, 'p099900@example.com').waitFor()
      await page.goto('/admins?pageSize=1000')
      await rowOf(page, 'p000010@example.com').waitFor()
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(smallDocument)
    },
  )
})
