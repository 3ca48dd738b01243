import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { mailedLink } from '../harness/outbox.ts'
import { told } from '../harness/screens.ts'

async function configureUsers({ call }: Api, config: object): Promise<void> {
  const [service] = recordsOf(await call('GET', 'system/service?filter=name="user"'))
  expect((await call('PATCH', `system/service/${service?.id}`, { config })).status).toBe(200)
}

async function choosePassword(page: Page, button: string, password: string): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Verify Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: button }).click()
}

async function fillName(page: Page, name: string): Promise<void> {
  await page.getByLabel('First Name').fill(name)
  await page.getByLabel('Last Name').fill('Gister')
  await page.getByLabel('Display Name').fill(`${name} Gister`)
}

const accountButton = (page: Page) => page.getByRole('button', { name: /^Your account/ })

describe('an invitation', () => {
  journey.for([
    ['user', 'Confirm User'],
    ['admin', 'Confirm Admin'],
  ] as const)(
    'of a %s leads from the mail to a password and in, once',
    async ([kind, button], { another, instance }) => {
      const api = await signIn(instance.url, firstAdmin)
      const email = `invited.${kind}@example.com`
      const body = { resource: [{ email, name: 'Ina Vited' }] }
      expect((await api.call('POST', `system/${kind}?send_invite=true`, body)).status).toBe(201)
      const link = await mailedLink(api, email)
      const { page, barriers } = await another()
      await page.goto(link)
      await page.getByRole('heading', { name: 'Invitation Confirmation' }).waitFor()
      expect(await barriers()).toEqual([])
      await choosePassword(page, button, 'my own password')
      await told(page, 'User Confirmation successful.')
      await page.waitForURL('**/launchpad')
      await accountButton(page).waitFor()

      const late = (await another()).page
      await late.goto(link)
      await choosePassword(late, button, 'another password')
      await late.getByRole('alert').filter({ hasText: /code/i }).waitFor()
    },
  )
})

describe('registering', () => {
  journey('is offered only where it is open', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/register')
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Login' }).waitFor()
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0)
  })

  journey('with a mail leads over the mail to a password and in', async ({ visitor, instance }) => {
    const api = await signIn(instance.url, firstAdmin)
    const [mail] = recordsOf(await api.call('GET', 'system/service?filter=name="email"'))
    await configureUsers(api, { allow_open_registration: true, open_reg_email_service_id: mail?.id })
    const { page } = visitor
    await page.goto('/login')
    await page.getByRole('link', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Register' }).waitFor()
    await page.getByLabel('Email').fill('rea@example.com')
    await fillName(page, 'Rea')
    expect(await page.getByLabel('Password').count()).toBe(0)
    expect(await visitor.barriers()).toEqual([])
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Registration Success' }).waitFor()
    await page.goto(await mailedLink(api, 'rea@example.com'))
    await page.getByRole('heading', { name: 'Registration Confirmation' }).waitFor()
    await choosePassword(page, 'Confirm User', 'my own password')
    await told(page, 'Registration Confirmation successful.')
    await page.waitForURL('**/launchpad')
    await accountButton(page).waitFor()
  })

  journey('without a mail leads in at once', async ({ visitor, instance }) => {
    const api = await signIn(instance.url, firstAdmin)
    await configureUsers(api, { allow_open_registration: true, open_reg_email_service_id: null })
    const { page } = visitor
    await page.goto('/register?email=di@example.com')
    await fillName(page, 'Di')
    await page.getByLabel('Password', { exact: true }).fill('my own password')
    await page.getByLabel('Verify Password').fill('my own passwort')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Password and confirm password do not match.').waitFor()
    await page.getByLabel('Verify Password').fill('my own password')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL('**/launchpad')
    await accountButton(page).waitFor()
  })
})

describe('a forgotten password', () => {
  journey('is replaced by the link in the mail', async ({ visitor, instance }) => {
    const api = await signIn(instance.url, firstAdmin)
    const email = 'forgetful@example.com'
    const person = { email, name: 'For Getful', password: 'old password' }
    expect((await api.call('POST', 'system/user', { resource: [person] })).status).toBe(201)
    const { page } = visitor
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Request Password Reset' }).click()
    await page.getByText("A password reset email has been sent to the user's email address.").waitFor()
    await page.goto(await mailedLink(api, email))
    await choosePassword(page, 'Reset Password', 'new password')
    await told(page, 'Password reset successful.')
    await page.waitForURL('**/launchpad')
    await accountButton(page).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await visitor.logIn({ email, password: 'new password' })
  })

  journey('is replaced by the answer to the own question', async ({ visitor, instance }) => {
    const api = await signIn(instance.url, firstAdmin)
    const question = { security_question: 'First pet?', security_answer: 'Rex' }
    const person = { email: 'asked@example.com', name: 'As Ked', password: 'old password', ...question }
    expect((await api.call('POST', 'system/user', { resource: [person] })).status).toBe(201)
    const { page } = visitor
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByRole('button', { name: 'Request Password Reset' }).click()
    await page.getByLabel('Security Answer').fill('Rex')
    expect(await visitor.barriers()).toEqual([])
    await choosePassword(page, 'Reset Password', 'new password')
    await told(page, 'Password reset successful.')
    await page.waitForURL('**/launchpad')
  })
})
