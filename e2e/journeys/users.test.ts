import { describe, expect } from 'vitest'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { editor, rowOf, waitForNotification } from '../harness/screens.ts'

const people = journey.extend<{ api: Api }>({
  api: async ({ instance }, use) => {
    await use(await signIn(instance.url, firstAdmin))
  },
})

const email = 'Email (Required for login)'

describe('users', () => {
  people(
    'a user is created with a role for an app, and has its permissions there',
    async ({ visitor, api, instance }) => {
      const { page } = visitor
      const [role] = recordsOf(
        await api.call('POST', 'system/role', {
          resource: [
            {
              name: 'Readers',
              is_active: true,
              role_service_access_by_role_id: [
                { service_id: null, component: '*', verb_mask: 1, requestor_mask: 1, filters: [], filter_op: 'AND' },
              ],
            },
          ],
        }),
      )
      const [app] = recordsOf(
        await api.call('POST', 'system/app?fields=*', { resource: [{ name: 'Portal', is_active: true }] }),
      )
      await visitor.enter()
      await page.goto('/users')
      await page.getByText('You have no Users!').waitFor()
      await page.getByRole('button', { name: 'Create A User!' }).click()
      await editor(page).getByLabel(email).fill('grace@example.com')
      await editor(page).getByLabel('Set Password').check()
      await editor(page).getByLabel('Enter Password', { exact: true }).fill('grace-password')
      await editor(page).getByLabel('Verify Password', { exact: true }).fill('grace-password')
      await editor(page).getByRole('tab', { name: 'Roles' }).click()
      await editor(page)
        .getByRole('button', { name: /^Add an app/ })
        .click()
      await page.getByRole('combobox', { name: 'Search apps' }).fill('port')
      await page.getByRole('listbox').getByRole('option', { name: 'Portal' }).click()
      await editor(page)
        .getByRole('button', { name: /^Role in Portal/ })
        .press('ArrowDown')
      await page.keyboard.type('read')
      await page.getByRole('listbox').getByRole('option', { name: 'Readers' }).waitFor()
      await page.keyboard.press('Enter')
      await editor(page).getByRole('button', { name: 'Role in Portal: Readers' }).waitFor()
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await waitForNotification(page, 'User saved successfully.')
      await rowOf(page, 'grace@example.com').getByText('Confirmed').waitFor()

      const keyed = { 'X-DreamFactory-API-Key': String(app?.api_key) }
      const log = await api.call(
        'POST',
        'user/session',
        { email: 'grace@example.com', password: 'grace-password' },
        keyed,
      )
      expect(log.body).toMatchObject({ role_id: role?.id })
      const headers = { ...keyed, 'X-DreamFactory-Session-Token': String(log.body.session_token) }
      const status = async (method: string) =>
        (
          await fetch(`${instance.url}/api/v2/system/lookup`, {
            method,
            headers,
            ...(method === 'POST' && { body: '{}' }),
          })
        ).status
      expect([await status('GET'), await status('POST')]).toEqual([200, 403])
    },
  )
})

people('a restricted administrator sees their tabs, and no others', async ({ another, visitor, api }) => {
  const { page } = visitor
  await visitor.enter()
  await page.goto('/admins/new')
  await editor(page).getByLabel(email).fill('narrow@example.com')
  await editor(page).getByLabel('Set Password').check()
  await editor(page).getByLabel('Enter Password', { exact: true }).fill('narrow-password')
  await editor(page).getByLabel('Verify Password', { exact: true }).fill('narrow-password')
  await editor(page).getByLabel('Select all').click()
  await editor(page).getByLabel('Users', { exact: true }).check()
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await waitForNotification(page, 'Admin saved successfully.')

  const narrow = await another()
  await narrow.logIn({ email: 'narrow@example.com', password: 'narrow-password' })
  const tabs = narrow.page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: 'Users' }).waitFor()
  expect(await tabs.getByRole('link').allTextContents()).toEqual(['Home', 'Users', 'Config'])
  await narrow.page.goto('/users')
  await narrow.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  narrow.forgive(/NotAllowed/)
  await narrow.page.goto('/admins')
  await narrow.page.getByText('Your role has no access to this page.').waitFor()

  const [record] = recordsOf(await api.call('GET', 'system/admin?filter=email="narrow@example.com"'))
  await page.goto(`/admins/${record?.id}`)
  await editor(page)
    .getByText(/^Role id: \d+/)
    .waitFor()
  expect(await editor(page).getByLabel('Users', { exact: true }).isChecked()).toBe(true)
  expect(await editor(page).getByLabel('Apps', { exact: true }).isChecked()).toBe(false)
  await editor(page).getByLabel('Select all').click()
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await waitForNotification(page, 'Admin updated successfully.')
  // The role of the session was deleted, which ends the session.
  await narrow.page.goto('/home')
  await narrow.page.waitForURL('**/login**')
  await narrow.logIn({ email: 'narrow@example.com', password: 'narrow-password' })
  await narrow.page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Roles' }).waitFor()
})
