import { sessionTokenHeader } from '@millwright/contract/headers'
import { codeAt } from '@millwright/instance/testing/two-step'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { waitForNotification } from '../harness/screens.ts'

/** Passkeys belong to a domain name, which an IP address does not have. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost')

/** State that each test passes to the next: the secret of the authenticator app, and recovery codes. */
const kept = { secret: '', codes: [] as string[], used: '' }

/** Returns an unused code of the two time steps that the instance accepts at any time. */
function nextCode(): string {
  const at = [Date.now(), Date.now() + 30_000].map((time) => codeAt(kept.secret, time))
  const code = at.find((each) => each !== kept.used) ?? ''
  kept.used = code
  return code
}

async function type(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Adds a user with an app password; returns the id. */
async function addWithAppPassword(url: string): Promise<unknown> {
  const person = { email: 'pat@example.com', password: 'of pat alone' }
  const { call } = await signIn(url, firstAdmin)
  const [user] = recordsOf(
    await call('POST', 'system/user', { resource: [{ ...person, name: 'Pat', is_active: true }] }),
  )
  const { body } = await call('POST', 'user/session', person)
  const made = await call(
    'POST',
    'user/two_step/app_password',
    { name: 'reports', current_password: person.password },
    { [sessionTokenHeader]: String(body.session_token) },
  )
  expect(made.status).toBe(200)
  return user?.id
}

const second = (page: Page) => page.getByRole('dialog', { name: 'Second step' })

describe('two-step sign-in', () => {
  journey(
    'is off until it is switched on, starts with codes, and is reset for other people',
    async ({ visitor, instance }) => {
      const { page } = visitor
      await visitor.logIn()
      await page.goto('/profile')
      await page.getByRole('link', { name: 'Turn it on in Config' }).waitFor()
      expect(await page.getByRole('button', { name: 'Set up…' }).count()).toBe(0)
      await page.getByRole('link', { name: 'Turn it on in Config' }).click()
      await page.getByRole('radio', { name: /^Optional/ }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await waitForNotification(page, 'Two-step sign-in saved.')
      expect(await visitor.barriers()).toEqual([])
      const other = await addWithAppPassword(instance.url)
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Set up…' }).click()
      await page.getByLabel('Current Password').fill(firstAdmin.password)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      expect(await visitor.barriers()).toEqual([])
      kept.secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replaceAll(' ', '')
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('alert').filter({ hasText: 'This code is wrong. Check the clock of the device.' }).waitFor()
      await page.getByLabel('Code', { exact: true }).fill(nextCode())
      await page.getByRole('button', { name: 'Turn on' }).click()
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
      await codes.first().waitFor()
      kept.codes = await codes.allTextContents()
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.getByText('10 left').waitFor()
      expect(await visitor.barriers()).toEqual([])

      await page.goto(`/users/${other}`)
      await page.getByText('Second step: 1 app password').waitFor()
      await page.getByRole('button', { name: 'Reset…' }).click()
      await page.getByRole('button', { name: 'Reset', exact: true }).click()
      await waitForNotification(page, 'Second step reset.')
      await page.getByText('Second step:').waitFor({ state: 'detached' })
    },
  )

  journey('asks for a code at login, and also accepts a recovery code', async ({ visitor, another }) => {
    const { page } = visitor
    await type(page, firstAdmin.email, firstAdmin.password)
    const code = second(page).getByLabel('Code', { exact: true })
    await code.waitFor()
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await visitor.barriers()).toEqual([])
    await second(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').filter({ hasText: 'the second step was skipped' }).waitFor()
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await code.fill('123')
    await code.press('Enter')
    await second(page).getByRole('alert').filter({ hasText: 'This code is wrong, or has already been used.' }).waitFor()
    await code.fill(nextCode())
    await code.press('Enter')
    await page.waitForURL('**/home')

    const elsewhere = await another({ viewport: { width: 390, height: 800 } })
    await type(elsewhere.page, firstAdmin.email, firstAdmin.password)
    await second(elsewhere.page)
      .getByLabel('Code', { exact: true })
      .fill(kept.codes[0] ?? '')
    await second(elsewhere.page).getByRole('button', { name: 'Sign in' }).click()
    await elsewhere.page.waitForURL('**/home')
  })

  journey('creates app passwords, which programs use instead of the password', async ({ visitor, instance }) => {
    const { page } = visitor
    await type(page, firstAdmin.email, firstAdmin.password)
    await second(page)
      .getByLabel('Code', { exact: true })
      .fill(kept.codes[1] ?? '')
    await second(page).getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/home')
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Add…' }).last().click()
    await page.getByLabel('Name', { exact: true }).fill('Nightly report')
    await page.getByLabel('Current Password').fill(firstAdmin.password)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const password = await page
      .getByRole('dialog', { name: 'App password for Nightly report' })
      .locator('code')
      .textContent()
    await page.getByRole('button', { name: 'Done' }).click()
    await signIn(instance.url, { ...firstAdmin, password: password ?? '' })
    await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await waitForNotification(page, 'App password revoked.')
    await expect(signIn(instance.url, { ...firstAdmin, password: password ?? '' })).rejects.toThrow()
  })

  journey('accepts a passkey, as the second step and on its own', async ({ another, instance }) => {
    const visitor = await another({ baseURL: named(instance.url) })
    visitor.forgive(/^requested http:\/\/localhost/)
    const { page } = visitor
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await type(page, firstAdmin.email, firstAdmin.password)
    await second(page)
      .getByLabel('Code', { exact: true })
      .fill(kept.codes[2] ?? '')
    await second(page).getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/home')
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Add…' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('This laptop')
    await page.getByLabel('Current Password').fill(firstAdmin.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await waitForNotification(page, 'Passkey added.')
    await page.getByRole('button', { name: 'Rename This laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('That laptop')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await waitForNotification(page, 'Passkey renamed.')
    await page.getByRole('list', { name: 'Passkeys' }).getByText('That laptop').waitFor()
    const leave = async () => {
      await page.getByRole('button', { name: /^Your account/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await page.waitForURL('**/login')
    }
    await leave()
    await type(page, firstAdmin.email, firstAdmin.password)
    await second(page).getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/home')
    await leave()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/home')

    const tokens: string[] = []
    page.on('request', (request) => tokens.push(request.headers()[sessionTokenHeader.toLowerCase()] ?? ''))
    await page.goto('/profile')
    await page.getByLabel('Phone').fill('555 0142')
    const ended = tokens.findLast((token) => token !== '') ?? ''
    await fetch(`${instance.url}/api/v2/user/session`, { method: 'DELETE', headers: { [sessionTokenHeader]: ended } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const again = page.getByRole('dialog', { name: 'Login' })
    await again.getByLabel('Password', { exact: true }).fill(firstAdmin.password)
    await again.getByRole('button', { name: 'Login', exact: true }).click()
    await second(page).getByRole('button', { name: 'Use a passkey' }).click()
    await waitForNotification(page, 'Profile updated successfully.')
  })
})
