import type { Locator, Page } from 'playwright-core'

/** The row of a list that contains a text, such as an email address. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** Returns the texts of a column of the displayed list, from the top. */
export async function columnTexts(page: Page, column: string): Promise<readonly string[]> {
  const headers = await page.getByRole('columnheader').allTextContents()
  const at = headers.findIndex((header) => header.trim() === column)
  if (at < 0) throw new Error(`There is no column ${column} among ${headers.join(', ')}`)
  const rows = page.getByRole('grid').locator('tbody').getByRole('row')
  const cells = await rows.evaluateAll((all, index) => all.map((row) => row.children[index]?.textContent ?? ''), at)
  return cells.map((cell) => cell.trim())
}

/** Waits for a notification with this text. */
export function waitForNotification(page: Page, text: string | RegExp): Promise<void> {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
}

/** Opens the menu behind a button and chooses an entry. */
export async function choose(page: Page, button: string | RegExp, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole('menuitemcheckbox', { name: entry }))
    .first()
    .click()
}

/** The dialog that asks for confirmation before data is lost. */
export function question(page: Page): Locator {
  return page.getByRole('alertdialog')
}

/** The panel in which a record is edited. */
export function editor(page: Page): Locator {
  return page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Cancel' }) })
}
