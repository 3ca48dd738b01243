import { readFile } from 'node:fs/promises'
import { codeAt } from '@millwright/instance/testing/two-step'
import { describe, expect } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { createHands } from '../harness/hands.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { packageFile } from '../harness/package-file.ts'
import { visit } from '../harness/visitor.ts'

describe('what administrators do each week takes few clicks', () => {
  journey('a colleague is limited to two tables, and to their own rows', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/data/sample/contact')
    await hands.click(page.getByRole('button', { name: 'More', exact: true }))
    await hands.click(page.getByRole('menuitem', { name: 'Grant access' }))
    await page.getByLabel('Name (required)').waitFor()
    await hands.type('Own orders')
    await hands.click(page.getByRole('tab', { name: 'Access' }))
    const ownRows = async (table: string) => {
      await hands.click(page.getByRole('button', { name: `Filter rows of sample _table/${table}` }))
      const choices = page.getByRole('region', { name: 'Own rows only' })
      await hands.click(choices.getByRole('button', { name: 'customer_id = {user.id}' }))
    }
    await ownRows('contact')
    await hands.click(page.getByRole('button', { name: 'Components of sample' }))
    const orders = page.getByRole('group', { name: 'Access to sample _table/sales_order' })
    await hands.click(orders.getByRole('radio', { name: 'Read' }))
    await ownRows('sales_order')
    await hands.press('Control+s')
    await page.getByText('Role saved successfully.').waitFor()
    expect(hands.done('Role for two tables and own rows')).toBeLessThanOrEqual(10)
  })

  journey('a table with a relation is created', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/schema/sample')
    await hands.click(
      page
        .getByRole('button', { name: 'Create' })
        .or(page.getByRole('link', { name: 'Create' }))
        .first(),
    )
    await page.getByLabel('Table Name (required)').waitFor()
    await hands.type('visit')
    await hands.click(page.getByRole('button', { name: 'Add Field' }))
    const dialog = page.getByRole('dialog', { name: 'Add Field' })
    await dialog.getByLabel('Name (required)').waitFor()
    await hands.type('customer_id')
    await hands.click(dialog.getByLabel('Foreign Key'))
    await hands.choose(dialog.getByLabel('Reference Table (required)'), 'customer')
    await hands.click(dialog.getByRole('button', { name: 'Add Field' }))
    await hands.press('Control+s')
    await page
      .getByText(/saved|created/i)
      .first()
      .waitFor()
    expect(hands.done('Table with a relation')).toBeLessThanOrEqual(8)
  })

  journey('registration with an email is opened', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/services')
    await hands.click(page.getByRole('link', { name: 'user', exact: true }))
    await hands.click(page.getByRole('tab', { name: 'Config' }))
    await hands.click(page.getByLabel('Allow Open Registration'))
    await hands.press('Control+s')
    await page.getByText(/^Service .* successfully/).waitFor()
    expect(hands.done('Registration with an email')).toBeLessThanOrEqual(5)
  })

  journey('the requests of an app are limited', async ({ visitor, instance }) => {
    const api = await signIn(instance.url, firstAdmin)
    const role = await api.call('POST', 'system/role', { resource: [{ name: 'Till', is_active: true }] })
    const [{ id }] = role.body.resource as [{ id: number }]
    await api.call('POST', 'system/app', { resource: [{ name: 'till', type: 0, role_id: id, is_active: true }] })
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/apps')
    await hands.click(
      page
        .getByRole('row', { name: /till/ })
        .getByRole('button', { name: /^Actions|More/ })
        .last(),
    )
    await hands.click(page.getByRole('menuitem', { name: 'Limit requests…' }))
    await hands.click(page.getByLabel('Limit Rate (required)'))
    await hands.type('100')
    await hands.press('Control+s')
    await page.getByText('Limit saved successfully.').waitFor()
    expect(hands.done('Limit of an app')).toBeLessThanOrEqual(4)
  })

  journey('a role leaves with its service, and arrives on another instance', async ({ visitor, browser, instance }) => {
    const api = await signIn(instance.url, firstAdmin)
    const [sample] = recordsOf(await api.call('GET', 'system/service?filter=name="sample"'))
    const access = { service_id: sample?.id, component: '_table/*', verb_mask: 1, requestor_mask: 1 }
    const role = { name: 'Readers', is_active: true, role_service_access_by_role_id: [access] }
    await api.call('POST', 'system/role', { resource: [role] })
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/package-manager')
    const content = page.getByRole('region', { name: 'Available content' })
    await hands.click(content.getByRole('button', { name: 'Roles', exact: true }))
    await hands.click(content.getByLabel('Readers', { exact: true }))
    await hands.click(page.getByRole('button', { name: 'Add sample', exact: true }))
    await hands.click(page.getByRole('button', { name: 'Export', exact: true }))
    const download = page.waitForEvent('download')
    await hands.click(page.getByRole('button', { name: 'Download' }))
    const buffer = await readFile(await (await download).path())
    const out = hands.done('Role and service out')

    await using other = await startInstance()
    const elsewhere = await visit(browser, other.url)
    await elsewhere.enter()
    const there = createHands(elsewhere.page)
    await elsewhere.page.goto('/package-manager')
    await there.click(elsewhere.page.getByRole('tab', { name: 'Import Package' }))
    const chooser = elsewhere.page.waitForEvent('filechooser')
    await there.click(elsewhere.page.getByRole('button', { name: 'Browse' }))
    await (await chooser).setFiles({ name: 'role.zip', mimeType: 'application/zip', buffer })
    await there.click(elsewhere.page.getByRole('button', { name: 'Import', exact: true }))
    await elsewhere.page.getByText('Package was imported successfully.').first().waitFor()
    expect(out + there.done('Role and service in')).toBeLessThanOrEqual(8)
    await elsewhere.leave()
  })

  journey('a hosted app runs', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/apps')
    await hands.click(page.getByRole('link', { name: 'Import', exact: true }))
    const chooser = page.waitForEvent('filechooser')
    await hands.click(page.getByRole('button', { name: 'Browse' }))
    const files = {
      'description.json': JSON.stringify({ name: 'Notes', type: 1, path: 'index.html' }),
      'index.html': '<!doctype html><title>Notes</title><h1>Hosted notes</h1>',
    }
    const file = { name: 'notes.dfpkg', mimeType: 'application/octet-stream', buffer: packageFile(files) }
    await (await chooser).setFiles(file)
    await hands.click(page.getByRole('button', { name: 'Import', exact: true }).last())
    visitor.forgive(/^requested http:\/\/127\.0\.0\.1:\d+\/files\/Notes\//)
    const row = page.getByRole('row', { name: /Notes/ })
    await hands.click(row.getByRole('button').last())
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      hands.click(page.getByRole('menuitem', { name: /^Launch/ })),
    ])
    await opened.getByRole('heading', { name: 'Hosted notes' }).waitFor()
    expect(hands.done('Hosted app')).toBeLessThanOrEqual(6)
  })

  journey('a file with eight columns of like names is imported', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/data/sample/customer')
    await hands.click(page.getByRole('button', { name: 'More', exact: true }))
    await hands.click(page.getByRole('menuitem', { name: 'Import…' }))
    const chooser = page.waitForEvent('filechooser')
    await hands.click(page.getByText('Choose a file'))
    const head = 'Customer Name;E-Mail;Town / City;Country;Customer since;Phone No.;Notes;Postal code'
    const buffer = Buffer.from(`${head}\nBolt Ltd;bolt@example.com;Bern;CH;2026-01-02;+41 1;good;3000\n`)
    await (await chooser).setFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer })
    await hands.click(page.getByRole('button', { name: 'Check file' }))
    await hands.click(page.getByRole('button', { name: 'Import 1 record' }))
    await page.getByText('Record imported.').waitFor()
    expect(hands.done('Import of eight columns of like names')).toBeLessThanOrEqual(5)
  })

  journey('an administrator switches the second step on for themselves', async ({ visitor, instance }) => {
    const api = await signIn(instance.url, firstAdmin)
    await api.call('PUT', 'system/two_step', { policy: 'allowed' })
    const { page } = visitor
    const hands = createHands(page)
    await visitor.enter()
    await page.goto('/profile')
    await hands.click(page.getByRole('button', { name: 'Set up…' }))
    await page.getByLabel('Current Password').waitFor()
    await hands.type(firstAdmin.password)
    await hands.press('Enter')
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replaceAll(' ', '')
    await hands.type(codeAt(secret, Date.now()))
    await hands.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    expect(hands.done('Second step')).toBeLessThanOrEqual(4)
  })
})
