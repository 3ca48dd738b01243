import { expect } from 'vitest'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { editor, rowOf } from '../harness/screens.ts'

journey('the theme can be chosen, and is stored', async ({ visitor }) => {
  const { page } = visitor
  await visitor.logIn()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await background()
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  await expect.poll(background).not.toBe(before)
  const dark = await background()
  await page.reload()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  expect(await background()).toBe(dark)
})

journey('the palette opens tabs and records', async ({ visitor }) => {
  const { page } = visitor
  await visitor.logIn()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('admins')
  await page
    .getByRole('option', { name: /Admins/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admins')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('ada@')
  await page.getByRole('option', { name: /ada@example\.com/ }).click()
  await page.waitForURL(/\/admins\/1/)
})

journey('a form can be filled in and saved without a mouse', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/login')
  // It is focused after the page is painted.
  await page.locator('input:focus').waitFor()
  await page.keyboard.type(firstAdmin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(firstAdmin.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')
  await page.goto('/admins')
  await rowOf(page, firstAdmin.email).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('ada')
  await page.keyboard.press('Enter')
  await page.waitForURL(/filter=ada/)
  await rowOf(page, firstAdmin.email).focus()
  await page.keyboard.press('Enter')
  await editor(page).getByLabel('Phone').focus()
  await page.keyboard.type('555 0111')
  await page.keyboard.press('Control+s')
  await page.getByText('Admin updated successfully.').first().waitFor()
})

journey('on a phone the navigation opens from the side and closes again', async ({ another }) => {
  const visitor = await another({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  await visitor.logIn()
  await page
    .getByRole('button', { name: /menu|navigation/i })
    .first()
    .click()
  // Home, which stays visible until the navigation opens, has links to the same tabs.
  const navigation = page.getByRole('dialog', { name: 'Navigation' })
  await navigation.getByRole('link', { name: 'Admins' }).click()
  await page.waitForURL('**/admins')
  await rowOf(page, firstAdmin.email).waitFor()
  await navigation.waitFor({ state: 'hidden' })
})
