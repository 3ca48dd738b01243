import { sessionTokenHeader } from '@millwright/contract/headers'
import { openTestProvider, testClient } from '@millwright/instance/testing/test-provider'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey as plain } from '../harness/journey.ts'
import { waitForNotification } from '../harness/screens.ts'

const ann = { email: 'ann@example.com', email_verified: true, given_name: 'Ann', family_name: 'Lee', name: 'Ann Lee' }

/** A journey on an instance with sign-in through an external provider. */
const journey = plain.extend<{ provider: Awaited<ReturnType<typeof openTestProvider>> }>({
  provider: [
    async ({ instance }, use) => {
      const provider = await openTestProvider(`${instance.url}/login`, { ann })
      const { call } = await signIn(instance.url, firstAdmin)
      const config = {
        discovery_document: provider.document,
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_url: `${instance.url}/login`,
      }
      const record = { name: 'campus', label: 'Campus account', type: 'oidc', is_active: true, config }
      const made = await call('POST', 'system/service', { resource: [record] })
      expect(made.status).toBe(201)
      await use(provider)
      await provider.close()
    },
    { scope: 'file' },
  ],
})

async function nameAt(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in at the provider' }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
}

const toProvider = (page: Page) => page.getByRole('link', { name: 'Campus account' })

journey('people sign in through a provider and return to the requested page', async ({ visitor, provider }) => {
  visitor.forgive(new RegExp(`^requested ${provider.issuer}/`))
  const { page } = visitor
  const answers: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('code=')) answers.push(frame.url())
  })
  await page.goto('/profile')
  await toProvider(page).waitFor()
  expect(await visitor.barriers()).toEqual([])

  await toProvider(page).click()
  await nameAt(page, 'nobody')
  await page
    .getByRole('alert')
    .filter({ hasText: 'Campus account did not sign you in: Nobody of that name.' })
    .waitFor()

  await toProvider(page).click()
  await nameAt(page, 'ann')
  await page.waitForURL('**/profile')
  await expect.poll(() => page.getByLabel(/^Email/).inputValue()).toBe('ann+campus@example.com')
  expect(await page.getByText('Security Question').count()).toBe(0)

  await page.goto('/logout')
  await toProvider(page).waitFor()
  await page.goto(answers.at(-1) ?? '')
  await page.getByRole('alert').filter({ hasText: 'This sign-in has already been used.' }).waitFor()
  expect(new URL(page.url()).search).not.toContain('code')
})

journey(
  'an expired session continues after signing in through the provider again',
  async ({ visitor, instance, provider }) => {
    visitor.forgive(new RegExp(`^requested ${provider.issuer}/`))
    const { page } = visitor
    const tokens: string[] = []
    page.on('request', (request) => tokens.push(request.headers()[sessionTokenHeader.toLowerCase()] ?? ''))
    await page.goto('/profile')
    await toProvider(page).click()
    await nameAt(page, 'ann')
    await page.waitForURL('**/profile')
    await page.getByLabel('Phone').fill('555 0142')
    await fetch(`${instance.url}/api/v2/user/session`, {
      method: 'DELETE',
      headers: { [sessionTokenHeader]: tokens.findLast((token) => token !== '') ?? '' },
    })
    await page.getByRole('button', { name: 'Save' }).click()
    const window = page.getByRole('dialog', { name: 'Login' })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), toProvider(page).click()])
    await tab.waitForURL('**/launchpad')
    await window.waitFor({ state: 'hidden' })
    await waitForNotification(page, 'Profile updated successfully.')
  },
)
