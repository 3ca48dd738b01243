import { describe, expect } from 'vitest'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'

describe('signing in', () => {
  journey('shows an error for a wrong password in the form, and keeps the input', async ({ visitor }) => {
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

  journey('shows the same error for an unknown person', async ({ visitor }) => {
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

  journey('opens Home with the correct password, and signs out through the user menu', async ({ visitor }) => {
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

  journey('opens the link that a person followed after signing in', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/admins?sort=-email')
    await page.getByLabel('Email', { exact: true }).fill(firstAdmin.email)
    await page.getByLabel('Password', { exact: true }).fill(firstAdmin.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.waitForURL((url) => url.pathname === '/admins' && url.searchParams.get('sort') === '-email')
    await page.getByRole('row').filter({ hasText: firstAdmin.email }).waitFor()
  })

  journey('redirects an unknown address to the start page', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/no/such/page')
    await page.waitForURL('**/login')
    await visitor.logIn()
    await page.goto('/no/such/page')
    await page.waitForURL('**/home')
  })

  journey('never puts the session token in the address', async ({ visitor }) => {
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

  journey('does not reveal on a password reset whether an account exists', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Request Password Reset' }).click()
    await page.getByText("A password reset email has been sent to the user's email address.").waitFor()
  })
})
