import { describe, expect } from 'vitest'
import { addAdmins, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { editor, rowOf } from '../harness/screens.ts'
import type { Visitor } from '../harness/visitor.ts'

const looks = [
  ['light', 'light', { width: 1440, height: 900 }],
  ['dark', 'dark', { width: 1440, height: 900 }],
  ['a phone', 'light', { width: 390, height: 844 }],
] as const

interface Screen {
  readonly name: string
  open(visitor: Visitor): Promise<void>
}

const screens: readonly Screen[] = [
  {
    name: 'Home',
    open: ({ page }) => opened(page.goto('/home'), () => page.getByRole('heading', { level: 1 }).waitFor()),
  },
  { name: 'Admins', open: ({ page }) => opened(page.goto('/admins'), () => rowOf(page, firstAdmin.email).waitFor()) },
  {
    name: 'a search without a match',
    open: ({ page }) =>
      opened(page.goto('/admins?filter=nobody'), () => page.getByText(/no Admins that match/).waitFor()),
  },
  {
    name: 'the editor',
    open: ({ page }) => opened(page.goto('/admins/1'), () => editor(page).getByLabel('Phone').waitFor()),
  },
  { name: 'Profile', open: ({ page }) => opened(page.goto('/profile'), () => page.getByLabel('Phone').waitFor()) },
  {
    name: 'LaunchPad',
    open: ({ page }) => opened(page.goto('/launchpad'), () => page.getByRole('heading', { level: 1 }).waitFor()),
  },
]

async function opened(going: Promise<unknown>, shown: () => Promise<void>): Promise<void> {
  await going
  await shown()
}

describe.for(looks)('in %s', ([, colorScheme, viewport]) => {
  journey('every screen is free of barriers and needs no sideways scrolling', async ({ another, instance }) => {
    await addAdmins(await signIn(instance.url, firstAdmin), 3).catch(() => [])
    const visitor = await another({ colorScheme, viewport })
    await visitor.page.goto('/login')
    await visitor.page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    expect(await visitor.barriers(), 'Login').toEqual([])
    await visitor.logIn()
    for (const screen of screens) {
      await screen.open(visitor)
      expect(await visitor.barriers(), screen.name).toEqual([])
      const overflow = await visitor.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(overflow, `${screen.name}, pixels to the side`).toBeLessThanOrEqual(0)
    }
  })
})

journey('the theme can be chosen, and stays chosen', async ({ visitor }) => {
  const { page } = visitor
  await visitor.logIn()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await background()
  await page.getByRole('button', { name: 'Theme: as the system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  await expect.poll(background).not.toBe(before)
  const dark = await background()
  await page.reload()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  expect(await background()).toBe(dark)
})

journey('the palette leads to tabs and to records', async ({ visitor }) => {
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
  await page.getByLabel('Email', { exact: true }).waitFor()
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

journey('on a phone the navigation comes from the side and goes again', async ({ another }) => {
  const visitor = await another({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  await visitor.logIn()
  await page
    .getByRole('button', { name: /menu|navigation/i })
    .first()
    .click()
  await page.getByRole('link', { name: 'Admins' }).click()
  await page.waitForURL('**/admins')
  await rowOf(page, firstAdmin.email).waitFor()
})
