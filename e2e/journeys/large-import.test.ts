import { expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'

journey(
  'fifty thousand users are imported whole or not at all',
  { timeout: 300_000 },
  async ({ visitor, instance }) => {
    const { page } = visitor
    const api = await signIn(instance.url, firstAdmin)
    const rows = Array.from({ length: 50_000 }, (_, at) => `import${at}@example.com,Import ${at}`)
    const file = (lines: readonly string[]) => ({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['email,name', ...lines].join('\n')),
    })
    const count = async () => {
      const filter = encodeURIComponent('name like "Import%"')
      const { body } = await api.call('GET', `system/user?filter=${filter}&limit=1&include_count=true`)
      return body.meta
    }
    await visitor.enter()
    await page.goto('/users')
    await page.getByRole('button', { name: 'Import…' }).click()
    const again = async () => {
      await page.getByRole('button', { name: 'Close', exact: true }).last().click()
      await page.getByRole('button', { name: 'Import…' }).click()
    }
    const start = async (lines: readonly string[]) => {
      await page.locator('input[type=file]').setInputFiles(file(lines))
      await page.getByRole('button', { name: 'Check file' }).click()
      await page.getByRole('button', { name: 'Import 50,000 users' }).click({ timeout: 60_000 })
      await page.getByText(/in one request: /).waitFor()
    }
    await start(rows)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Import stopped.').waitFor()
    await again()
    await start(rows.with(9, 'nobody,Nobody').with(49_999, 'neither,Neither'))
    await page.getByText('2 users refused; nothing was imported.').waitFor({ timeout: 120_000 })
    await page.getByText(/^2 × /).click()
    await page.getByRole('rowheader', { name: 'Line 50,001' }).waitFor()
    expect(await count()).toEqual({ count: 0 })
    await again()
    await start(rows)
    await page.getByText('Users imported successfully.').first().waitFor({ timeout: 120_000 })
    expect(await count()).toEqual({ count: 50_000 })
  },
)
