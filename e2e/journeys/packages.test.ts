import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { archived } from '../harness/archive.ts'
import { firstAdmin, type RunningInstance, startInstance } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { waitForNotification } from '../harness/screens.ts'
import { visit } from '../harness/visitor.ts'

async function furnish({ url }: RunningInstance): Promise<void> {
  const { call } = await signIn(url, firstAdmin)
  const made = async (path: string, body: object) => {
    const { status } = await call('POST', path, body)
    if (status >= 300) throw new Error(`Making ${path} gave ${status}`)
  }
  const config = { database: 'shop.sqlite' }
  await made('system/service', { resource: [{ name: 'shop', type: 'sqlite', is_active: true, config }] })
  await made('system/role', { resource: [{ name: 'clerk', is_active: true }] })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string' },
  ]
  await made('shop/_schema', { resource: [{ name: 'items', field }] })
  await made('shop/_table/items', { resource: [{ name: 'a hammer' }, { name: 'ein Hammer aus Süden' }] })
  await made('files/docs/', {})
  await made('files/docs/', { resource: [{ type: 'file', name: 'read me.txt', content: 'Read this first.' }] })
}

/** Ticks an item of a group in the tree, or all of them. */
async function take(page: Page, group: string, item?: string): Promise<void> {
  const tree = page.getByRole('region', { name: 'Available content' })
  if (item === undefined) return tree.getByRole('button', { name: `Add All ${group}`, exact: true }).click()
  const head = tree.getByRole('button', { name: group, exact: true })
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  await tree.getByLabel(item, { exact: true }).check()
}

const passwordIn = (page: Page, region: string) =>
  page
    .getByRole('region', { name: region })
    .getByLabel(/^Password/)
    .first()

/** Exports a fixed selection; returns the downloaded archive. */
async function exported(page: Page, password: string | null): Promise<Buffer> {
  await page.goto('/package-manager')
  await page.getByRole('button', { name: 'Add All Roles', exact: true }).waitFor()
  await take(page, 'Services', 'shop')
  await take(page, 'Roles')
  await take(page, 'shop SQLite Schema', 'items')
  await take(page, 'files Local File Storage', 'docs/')
  await page.getByLabel('With records').check()
  await page.getByRole('button', { name: /^Export to:/ }).click()
  await page.getByRole('option', { name: /^Files files/ }).click()
  await page.getByLabel('File Name').fill('taken')
  if (password !== null) await passwordIn(page, 'Export target').fill(password)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByText('files/__EXPORTS/taken.zip').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  return readFile(await (await download).path())
}

describe.for([['with a password', 'long enough'] as const, ['without one', null] as const])(
  'a package %s',
  ([, password]) => {
    journey(
      'transfers all its contents to another instance, which exports the same',
      async ({ instance, visitor, browser }) => {
        await using other = await startInstance()
        if (password !== null) await furnish(instance)
        await visitor.enter()
        const archive = await exported(visitor.page, password)

        const elsewhere = await visit(browser, other.url)
        await elsewhere.enter()
        const { page } = elsewhere
        await page.goto('/package-manager')
        await page.getByRole('tab', { name: 'Import Package' }).click()
        // The button looks disabled, but explains why when pressed.
        await page.getByRole('button', { name: 'Import', exact: true }).click({ force: true })
        await waitForNotification(page, 'No package file selected.')
        const file = { name: 'taken.zip', mimeType: 'application/zip', buffer: archive }
        await page.getByLabel('Package file').setInputFiles(file)
        const secret = page
          .getByRole('region', { name: 'Import Package' })
          .getByLabel('Password', { exact: false })
          .first()
        if (password !== null) {
          await secret.fill('another password')
          await page.getByRole('button', { name: 'Import', exact: true }).click()
          await page.getByText('Package import failed.').waitFor()
          await secret.fill(password)
        }
        await page.getByRole('button', { name: 'Show Plan' }).click()
        await page.getByRole('row', { name: /Create files docs\/read me\.txt/ }).waitFor()
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        await waitForNotification(page, 'Package was imported successfully.')

        const secretOf = password ?? undefined
        const content = await archived(archive, secretOf)
        expect(Object.values(content).join()).toContain('ein Hammer aus Süden')
        expect(Object.values(content)).toContain('Read this first.')
        expect(await archived(await exported(page, password), secretOf)).toEqual(content)
        expect(await elsewhere.barriers()).toEqual([])
        expect(elsewhere.complaints()).toEqual([])
        await elsewhere.leave()
      },
    )
  },
)
