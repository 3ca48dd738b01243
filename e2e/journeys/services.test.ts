import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { recordsOf } from '../harness/api.ts'
import { question, rowOf, waitForNotification } from '../harness/screens.ts'

describe('a service', () => {
  administration('is found by purpose, tested, connected, changed, and deleted', async ({ visitor, api: { call } }) => {
    const { page } = visitor
    const panel = page.getByRole('dialog')
    const stored = async (name: string) =>
      recordsOf(await call('GET', `system/service?filter=name="${name}"`))[0]?.config

    await page.goto('/services')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByLabel('Select Service Type').fill('nothing to install')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await panel.getByLabel('Label (required)').fill('Shelf of Books')
    expect(await panel.getByLabel('Namespace (required)').inputValue()).toBe('shelf_of_books')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByText('Database is required.').waitFor()
    expect(await visitor.barriers()).toEqual([])
    await panel.getByLabel('Database (required)').fill('shelf.sqlite')
    await page.keyboard.press('Control+S')
    await waitForNotification(page, 'Test connection succeeded.')
    expect(await stored('shelf_of_books')).toMatchObject({ database: 'shelf.sqlite' })

    await page.goto('/services/new?type=smtp_email')
    await panel.getByLabel('Label (required)').fill('Post')
    await panel.getByRole('button', { name: 'Next >' }).click()
    await panel.getByLabel('Host (required)').fill('mail.example.com')
    await panel.getByLabel('Password', { exact: true }).fill('hush')
    await panel.getByRole('button', { name: 'Add to Parameters' }).click()
    await panel.getByLabel('Name of row 1').fill('team')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await waitForNotification(page, 'Service saved successfully.')

    await rowOf(page, 'Post').click()
    await panel.getByRole('tab', { name: 'Config' }).click()
    await panel.getByLabel('Host (required)').fill('post.example.com')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByText('password must be sent again, because host changes.').first().waitFor()
    await panel.getByLabel('Password', { exact: true }).fill('hush')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await waitForNotification(page, 'Service updated successfully.')
    expect(await stored('post')).toMatchObject({
      host: 'post.example.com',
      password: '**********',
      parameters: [{ name: 'team' }],
    })
    await panel.getByLabel('Host (required)').fill('elsewhere.example.com')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Discard changes' }).click()

    await page.getByRole('button', { name: 'Actions for Post' }).click({ force: true })
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await question(page).getByText('Delete Post?').waitFor()
    await question(page).getByRole('button', { name: 'Delete service' }).click()
    await waitForNotification(page, 'Service successfully deleted.')
  })

  administration(
    'has a definition, edited in an editor that the content security policy allows',
    async ({ visitor }) => {
      const { page } = visitor
      const panel = page.getByRole('dialog')
      await page.route('**/api/v2/system/service_type', async (route) => {
        const answer = await route.fetch()
        const { resource }: { resource: object[] } = await answer.json()
        const json = { resource: resource.map((type) => ({ ...type, service_definition_editable: true })) }
        await route.fulfill({ response: answer, json })
      })
      await page.goto('/services/new?type=local_email')
      await panel.getByLabel('Label (required)').fill('Described')
      await panel.getByRole('tab', { name: 'Service Definition' }).click()
      const code = panel.getByRole('textbox', { name: 'Service Definition' })
      await code.fill('{"openapi": }')
      await panel.getByRole('button', { name: 'Save', exact: true }).click()
      await panel.getByText('Not valid JSON.').waitFor()
      await code.fill('{"openapi": "3.0.0"}')
      const colour = (text: HTMLElement | SVGElement) => getComputedStyle(text).color
      expect(await code.locator('span:text-is("\\"openapi\\"")').evaluate(colour)).not.toBe(await code.evaluate(colour))
      expect(await visitor.barriers()).toEqual([])
      await panel.getByRole('button', { name: 'Save', exact: true }).click()
      await waitForNotification(page, 'Service saved successfully.')
      await rowOf(page, 'Described').click()
      await panel.getByRole('tab', { name: 'Service Definition' }).click()
      await code.getByText('"3.0.0"').waitFor()
    },
  )
})
