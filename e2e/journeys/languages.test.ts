import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { overflowing } from '../harness/overflow.ts'

const phone = { viewport: { width: 390, height: 844 } }

const spoken = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir].join(' '))

journey('the console uses the language of the browser, or English if it is not supported', async ({ another }) => {
  const german = await another({ locale: 'de-AT' })
  await german.page.goto('/login')
  await german.page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await german.page.getByLabel('Passwort', { exact: true }).waitFor()
  expect(await spoken(german.page)).toBe('de ltr')

  const klingon = await another({ locale: 'tlh' })
  await klingon.page.goto('/login?lang=constructor')
  await klingon.page.getByRole('heading', { name: 'Login' }).waitFor()
  expect(await spoken(klingon.page)).toBe('en ltr')
})

journey('the language is changed in the menu, and stored', async ({ visitor }) => {
  const { page } = visitor
  await visitor.logIn()
  const menu = async (name: RegExp, item: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menuitemcheckbox', { name: item }).click()
  }
  await menu(/^Your account/, 'Deutsch')
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Benutzer', exact: true }).waitFor()
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Speichern' }).waitFor()
  expect(await spoken(page)).toBe('de ltr')
  await menu(/^Ihr Konto/, 'English')
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
})

journey('the language is stored in the profile, and applied in another browser', async ({ visitor, another }) => {
  const { page } = visitor
  await visitor.logIn()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Benutzer', exact: true }).waitFor()

  const elsewhere = await another({ locale: 'en-GB' })
  await elsewhere.logIn()
  await elsewhere.page.getByRole('button', { name: /^Ihr Konto/ }).waitFor()
  expect(await spoken(elsewhere.page)).toBe('de ltr')
  const asked = await another({ locale: 'en-GB' })
  await asked.page.goto('/login?lang=en')
  await asked.logIn()
  await asked.page.getByRole('button', { name: /^Your account/ }).waitFor()
  expect(await spoken(asked.page)).toBe('en ltr')
})

journey(
  'the profile shows the language, which is that of the browser unless one was chosen',
  async ({ instance, visitor }) => {
    const { page } = visitor
    const api = await signIn(instance.url, firstAdmin)
    expect((await api.call('POST', 'system/admin/profile', { language: '' })).status).toBe(200)
    await visitor.logIn()
    const choose = async (field: string, language: string, button: string) => {
      await page.getByLabel(field, { exact: true }).selectOption({ label: language })
      await page.getByRole('button', { name: button, exact: true }).click()
    }
    await page.goto('/profile')
    await choose('Language', 'Deutsch', 'Save')
    await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor()
    await choose('Sprache', 'Wie im Browser', 'Speichern')
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('')
    expect(await spoken(page)).toBe('en ltr')
  },
)

const screens = [
  '/login',
  '/login?forgot',
  '/register',
  '/license-expired',
  '/reset-password',
  '/profile',
  '/users',
  '/users?filter=nobody-of-that-name',
  '/users/99999',
  '/admins',
  '/schema',
  '/data',
  '/home',
  '/home?page=quickstart',
  '/home?page=resources',
  '/home?page=download',
  '/apidocs',
  '/admins/new',
  '/services',
  '/services/new',
  '/apps/new',
  '/config/cors',
  '/config/two-step',
  '/scripts',
  '/reports',
  '/users/new',
  '/roles',
  '/roles/new?section=access',
  '/roles/explain',
  '/custom-apis',
  '/limits/new',
  '/scheduler/new?section=config',
  '/file-manager?path=/files/',
  '/package-manager',
  '/package-manager?view=import',
]

/** The screens whose layout depends most on the text direction. */
const mirrored = [
  '/login',
  '/profile',
  '/users',
  '/data',
  '/services/new',
  '/roles/new?section=access',
  '/package-manager',
]

for (const language of ['de', 'xx', 'xr'])
  journey(`nothing is too long for its control at 390 px in ${language}`, async ({ another }) => {
    const visitor = await another(phone)
    const { page } = visitor
    const found: string[] = []
    const look = async (what: string) => found.push(...(await overflowing(page)).map((each) => `${what}: ${each}`))
    await page.goto(`/login?lang=${language}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const path of language === 'xr' ? mirrored : screens) {
      if (path === '/profile') await visitor.enter()
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      await look(path)
    }
    expect(await spoken(page)).toBe({ de: 'de ltr', xx: 'en ltr', xr: 'en rtl' }[language])
    await page.locator('header button[aria-haspopup="dialog"]').last().click()
    await page.getByRole('dialog').getByRole('navigation').first().waitFor()
    await look('navigation')
    expect(await page.getByText('Dismiss popup').count(), 'words of a library').toBe(0)
    await page.keyboard.press('Escape')
    await page.locator('header button[aria-haspopup="menu"]').last().click()
    await page.getByRole('menu').waitFor()
    await look('menu')
    expect(found).toEqual([])
  })
