import { hasDirectory, openTestDirectory, testBase } from '@millwright/instance/testing/counterparts/slapd'
import { openTestSamlProvider } from '@millwright/instance/testing/test-saml-provider'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey as plain } from '../harness/journey.ts'
import { waitForNotification } from '../harness/screens.ts'

const relay_state = '/login?session_token=_token_'

/** A journey on an instance with sign-in through a SAML provider. */
const journey = plain.extend<{ provider: Awaited<ReturnType<typeof openTestSamlProvider>> }>({
  provider: [
    async ({ instance }, use) => {
      const provider = await openTestSamlProvider()
      const { call } = await signIn(instance.url, firstAdmin)
      const record = { name: 'campus', label: 'Campus', type: 'saml', is_active: true }
      const made = await call('POST', 'system/service', {
        resource: [{ ...record, config: { ...provider.config, relay_state } }],
      })
      expect(made.status).toBe(201)
      await provider.trust(`${instance.url}/api/v2/campus/metadata`)
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

journey(
  'people sign in through a SAML provider and return to the requested page',
  async ({ visitor, provider, instance }) => {
    visitor.forgive(new RegExp(`^requested ${provider.issuer}/`))
    const { page } = visitor
    const toProvider = page.getByRole('link', { name: 'Campus' })
    await page.goto('/profile')
    await toProvider.click()
    await nameAt(page, 'stranger')
    await page.getByRole('alert').filter({ hasText: 'The response of the provider could not be verified.' }).waitFor()
    expect(new URL(page.url()).search).not.toContain('sign_in_error')
    expect(await visitor.barriers()).toEqual([])

    const { call } = await signIn(instance.url, firstAdmin)
    const [service] = recordsOf(await call('GET', "system/service?filter=name='campus'"))
    await call('PATCH', `system/service/${service?.id}`, { config: { request_binding: 'post' } })
    await toProvider.click()
    await nameAt(page, 'ann')
    await page.waitForURL('**/profile')
    await expect.poll(() => page.getByLabel(/^Email/).inputValue()).toBe('ann+campus@example.com')
    expect(page.url()).not.toContain('token')
    expect(await page.getByText('Security Question').count()).toBe(0)

    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await toProvider.waitFor()
    expect(provider.signedOut).toEqual(['ann@example.com'])
  },
)

const person = `
dn: uid=bea,${testBase}
objectClass: inetOrgPerson
uid: bea
cn: Bea Stone
sn: Stone
mail: bea@example.com
userPassword: of the directory

dn: cn=staff,${testBase}
objectClass: groupOfNames
cn: staff
member: uid=bea,${testBase}
`

journey.skipIf(!hasDirectory)('people sign in with a directory account', async ({ visitor, instance }) => {
  const directory = await openTestDirectory(person)
  try {
    const { call } = await signIn(instance.url, firstAdmin)
    const config = { host: `127.0.0.1:${directory.port}`, base_dn: testBase, ...directory.searcher }
    const record = { name: 'staff', label: 'Staff directory', type: 'ldap', is_active: true, config }
    const [service] = recordsOf(await call('POST', 'system/service', { resource: [record] }))
    const { page } = visitor
    await page.goto('/profile')
    await page.getByLabel('Services:').selectOption('Staff directory')
    const enter = async (password: string) => {
      await page.getByLabel('Username', { exact: true }).fill('bea')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
    }
    await enter('not the password')
    await page.getByRole('alert').filter({ hasText: 'Invalid credentials supplied.' }).waitFor()
    expect(await visitor.barriers()).toEqual([])
    await enter('of the directory')
    await page.waitForURL('**/profile')
    await expect.poll(() => page.getByLabel(/^Email/).inputValue()).toBe('bea+staff@example.com')
    await page.goto('/logout')
    await page.getByLabel('Services:').waitFor()
    await visitor.enter()
    const [user] = recordsOf(await call('GET', "system/user?filter=ldap_username='bea'"))
    await page.goto(`/users/${user?.id}`)
    await page.getByText('Signs in with a directory, as bea.').waitFor()
    await page.goto(`/services/${service?.id}`)
    await page.getByRole('tab', { name: 'Config' }).click()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await waitForNotification(page, 'Test connection succeeded.')

    await page.goto('/roles/new')
    await page.getByLabel(/^Name/).fill('Staff')
    const group = page.getByLabel('DN (Distinguished Name)')
    await group.fill('staf')
    await page.locator(`datalist option[value="cn=staff,${testBase}"]`).waitFor({ state: 'attached' })
    await group.fill(`cn=staff,${testBase}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForNotification(page, 'Role saved successfully.')
    const { body } = await call('GET', "system/role?filter=name='Staff'&related=role_adldap_by_role_id")
    expect(JSON.stringify(body)).toContain(`cn=staff,${testBase}`)
  } finally {
    await directory.close()
  }
})
