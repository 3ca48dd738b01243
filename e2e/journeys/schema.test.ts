import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { question, waitForNotification } from '../harness/screens.ts'

describe('the schema of the sample', () => {
  administration('is browsed, altered and dropped by keyboard alone', async ({ visitor, api: { call } }) => {
    const { page } = visitor
    const { keyboard } = page
    const panel = page.getByRole('dialog')
    const tabTo = async (name: string) => {
      const control = page.getByRole('button', { name, exact: true })
      const there = () => control.evaluate((element) => element === document.activeElement)
      for (let presses = 0; !(await there()) && presses < 60; presses++) await keyboard.press('Tab')
      expect(await there(), name).toBe(true)
    }
    const names = async (table: string) => {
      const { body } = await call('GET', `sample/_schema/${table}`)
      return Array.isArray(body.field) ? body.field.map(({ name }: { name: string }) => name) : []
    }

    await page.goto('/schema/sample')
    await page.getByRole('link', { name: 'customer' }).waitFor()
    await keyboard.press('/')
    await keyboard.type('tag')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await page.waitForURL('**/schema/sample/table/tag')
    await page.getByRole('heading', { name: 'tag', exact: true }).waitFor()

    await tabTo('Add Field')
    await keyboard.press('Enter')
    await panel.getByLabel('Name (required)').waitFor()
    await keyboard.type('colour')
    await panel.getByText('colour').waitFor()
    await keyboard.press('Control+s')
    await waitForNotification(page, 'Field saved successfully.')
    expect(await names('tag')).toContain('colour')

    await page.getByRole('row', { name: /^colour/ }).focus()
    await keyboard.press('Enter')
    await panel.getByLabel('Label').waitFor()
    await panel.getByLabel('Label').focus()
    await keyboard.type(' of the label')
    await keyboard.press('Escape')
    await question(page).getByText('Continue without saving?').waitFor()
    await keyboard.press('Escape')
    await keyboard.press('Control+s')
    await page.waitForURL('**/schema/sample/table/tag')

    await page.getByRole('row', { name: /^colour/ }).focus()
    await keyboard.press('Delete')
    await question(page).getByText('Are you sure you want to delete field colour?').waitFor()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await waitForNotification(page, 'Field deleted successfully.')
    expect(await names('tag')).not.toContain('colour')
  })

  administration('is drawn, and 300 tables stay usable', async ({ visitor, api: { call } }) => {
    const { page } = visitor
    const tables = Array.from({ length: 300 }, (_, index) => ({
      name: `table_${index}`,
      field: [
        { name: 'id', type: 'id' },
        ...(index > 0
          ? [{ name: 'over_id', type: 'reference', ref_table: `table_${Math.floor(index / 3)}`, ref_field: 'id' }]
          : []),
      ],
    }))
    const service = {
      name: 'many',
      label: 'Many',
      type: 'sqlite',
      is_active: true,
      config: { database: 'many.sqlite' },
    }
    expect((await call('POST', 'system/service', { resource: [service] })).status).toBe(201)
    expect((await call('POST', 'many/_schema', { resource: tables })).status).toBe(200)

    await page.goto('/schema/many')
    await page.getByText('300 tables').first().waitFor()
    expect(await page.getByRole('region', { name: 'Tables' }).getByRole('link').count()).toBeLessThan(100)
    await page.getByRole('button', { name: 'Diagram' }).click()
    const boxes = page.getByRole('region', { name: 'Tables and their relations' }).getByRole('link')
    await boxes.nth(299).waitFor()
    expect(await boxes.count()).toBe(300)
    await page.getByLabel('Find a table in the diagram').fill('table_123')
    await page.keyboard.press('Enter')
    const found = page.getByRole('link', { name: /^Table table_123 ?, 2 fields, references table_41/ })
    await found.waitFor()
    await page.keyboard.press('n')
    await found.getByText('over_id').waitFor()
    await found.focus()
    expect(await boxes.count()).toBeLessThan(60)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/schema/many/table/*')
  })
})
