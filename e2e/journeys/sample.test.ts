import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { type Api, recordsOf } from '../harness/api.ts'
import { editor, question, waitForNotification } from '../harness/screens.ts'

/** Every table of the sample, with a field, the text typed into its first record, and the stored value. */
const edits: readonly (readonly [table: string, field: string, typed: string, kept: unknown])[] = [
  ['customer', 'city', 'Bath', 'Bath'],
  ['contact', 'last_name', 'Carpenter', 'Carpenter'],
  ['staff', 'works_from', '06:45:00', '06:45:00'],
  ['product', 'price', '12.5', 12.5],
  ['tag', 'name', 'sturdy', 'sturdy'],
  ['sales_order', 'status', 'ready', 'ready'],
  ['order_line', 'quantity', '7', 7],
]

/** Presses a key repeatedly until an element has the focus, as a keyboard user does. */
async function pressUntil(page: Page, key: string, there: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await there()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} leads nowhere`)
}

const inFocus = (page: Page, selector: string) => () =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)

const has = (locator: Locator) => () => locator.evaluate((element) => element === document.activeElement)

const firstOf = async ({ call }: Api, table: string) =>
  recordsOf(await call('GET', `sample/_table/${table}?limit=1`))[0]

describe('every table of the sample, by keyboard alone', () => {
  administration('is browsed and edited', async ({ visitor: { page }, api }) => {
    for (const [table, field, typed, kept] of edits) {
      const before = await firstOf(api, table)
      await page.goto('/data/sample')
      await page.getByLabel('Search tables').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(table)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/data/sample/${table}`)
      await page.getByRole('gridcell').first().waitFor()
      await pressUntil(page, 'Tab', inFocus(page, '[role=grid]'))
      const header = page.getByRole('columnheader', { name: new RegExp(`^${field.replace('_', '.')}`, 'i') })
      const column = Number(await header.getAttribute('aria-colindex'))
      for (let step = 2; step < column; step++) await page.keyboard.press('ArrowRight')
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+s')
      await expect.poll(() => firstOf(api, table)).toEqual({ ...before, [field]: kept })
    }
  })

  administration('adds and deletes records in tables with only a key', async ({ visitor: { page }, api }) => {
    await page.goto('/data/sample/product_tag')
    await page.getByRole('gridcell').first().waitFor()
    await pressUntil(page, 'Tab', inFocus(page, '[role=grid]'))
    await page.keyboard.press('Shift+Space')
    await page.keyboard.press('Escape')
    await pressUntil(page, 'Shift+Tab', has(page.getByRole('button', { name: 'Delete 1' })))
    await page.keyboard.press('Enter')
    await question(page).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => firstOf(api, 'product_tag')).toEqual({ product_id: 1, tag_id: 2 })
    await question(page).waitFor({ state: 'hidden' })

    await pressUntil(page, 'Tab', has(page.getByRole('button', { name: 'Create', exact: true })))
    await page.keyboard.press('Enter')
    await editor(page).waitFor()
    for (const name of ['Product Id', 'Tag Id']) {
      await pressUntil(page, 'Tab', has(page.getByRole('button', { name: `Look up ${name}` })))
      await page.keyboard.press('Enter')
      const first = page
        .getByRole('dialog', { name: `Look up ${name}` })
        .getByRole('row')
        .nth(1)
        .getByRole('button')
      await first.waitFor()
      await pressUntil(page, 'Tab', has(first))
      await page.keyboard.press('Enter')
      await first.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Control+s')
    await expect.poll(() => firstOf(api, 'product_tag')).toEqual({ product_id: 1, tag_id: 1 })
  })

  administration('is altered', async ({ visitor: { page }, api: { call } }) => {
    const names = async (table: string) => JSON.stringify((await call('GET', `sample/_schema/${table}`)).body)
    for (const table of [...edits.map(([name]) => name), 'product_tag']) {
      await page.goto('/schema/sample')
      await page.getByRole('link', { name: 'customer' }).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type(table)
      await page.keyboard.press('ArrowDown')
      await pressUntil(page, 'ArrowDown', has(page.getByRole('link', { name: table, exact: true })))
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/schema/sample/table/${table}`)
      const add = page.getByRole('button', { name: 'Add Field', exact: true })
      await add.waitFor()
      await pressUntil(page, 'Tab', has(add))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Name (required)').waitFor()
      await page.keyboard.type('colour')
      await page.getByRole('dialog').getByText('colour').waitFor()
      await page.keyboard.press('Control+s')
      await waitForNotification(page, 'Field saved successfully.')
      expect(await names(table)).toContain('"colour"')

      const row = page.getByRole('row', { name: /^colour/ })
      await row.waitFor()
      await pressUntil(page, 'Tab', inFocus(page, 'tr'))
      await page.keyboard.press('Home')
      await pressUntil(page, 'ArrowDown', has(row))
      await page.keyboard.press('Delete')
      await question(page).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await waitForNotification(page, 'Field deleted successfully.')
      expect(await names(table)).not.toContain('"colour"')
    }
  })
})
