import { describe, expect } from 'vitest'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'

describe('signing in', () => {
  journey('a wrong password is refused in the form, and what was typed stays', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill(firstAdmin.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /invalid|credential/i })
      .waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(firstAdmin.email)
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  journey('an unknown person is refused with the same sentence', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/login')
    const refusalOf = async (email: string) => {
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      const answered = page.waitForResponse((response) => response.url().includes('/system/admin/session'))
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await answered
      const alert = page.getByRole('alert').filter({ hasText: /\w/ })
      await alert.waitFor()
      return alert.textContent()
    }
    expect(await refusalOf('nobody@example.com')).toBe(await refusalOf(firstAdmin.email))
  })

  journey('the right one opens Home, and the user menu leads out again', async ({ visitor }) => {
    const { page } = visitor
    await visitor.logIn()
    await page.waitForURL('**/home')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.goto('/login')
    await page.waitForURL('**/home')
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await page.goto('/admins')
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  })

  journey('somebody who was sent a link comes to it after logging in', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/admins?sort=-email')
    await page.getByLabel('Email', { exact: true }).fill(firstAdmin.email)
    await page.getByLabel('Password', { exact: true }).fill(firstAdmin.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.waitForURL((url) => url.pathname === '/admins' && url.searchParams.get('sort') === '-email')
    await page.getByRole('row').filter({ hasText: firstAdmin.email }).waitFor()
  })

  journey('an address of nothing leads to the start', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/no/such/page')
    await page.waitForURL('**/login')
    await visitor.logIn()
    await page.goto('/no/such/page')
    await page.waitForURL('**/home')
  })

  journey('no address ever holds the session token', async ({ visitor }) => {
    const { page } = visitor
    const seen: string[] = []
    page.on('request', (request) => seen.push(request.url()))
    await visitor.logIn()
    await page.goto('/admins')
    await page.getByRole('row').filter({ hasText: firstAdmin.email }).waitFor()
    const token = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    const parts = token.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []
    expect(
      seen.filter((url) => parts.some((part) => url.includes(part)) || /session_token=|api_key=/.test(url)),
    ).toEqual([])
  })

  journey('asking for a new password does not tell who exists', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Request Password Reset' }).click()
    await page.getByText("A password reset email has been sent to the user's email address.").waitFor()
  })
})
