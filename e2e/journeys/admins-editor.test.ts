import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { editor, question, rowOf, waitForNotification } from '../harness/screens.ts'

/** Creates an administrator for one test; returns the id. */
async function somebody(api: Api, name: string): Promise<number> {
  const email = `${name.toLowerCase()}@example.com`
  const answer = await api.call('POST', 'system/admin?fields=id', { resource: [{ name, email }] })
  const [record] = recordsOf(answer)
  if (record === undefined) throw new Error(`Adding ${name} gave ${answer.status}`)
  return Number(record.id)
}

const email = 'Email (Required for login)'

describe('the editor of an administrator', () => {
  administration(
    'creates an administrator with a password, who can then sign in',
    async ({ visitor: { page }, instance }) => {
      await page.goto('/admins')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await editor(page).getByLabel(email).fill('grace@example.com')
      await editor(page).getByLabel('First Name').fill('Grace')
      await editor(page).getByLabel('Last Name').fill('Hopper')
      await editor(page).getByLabel('Display Name').fill('Grace Hopper')
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Please select email invite or set password.').first().waitFor()
      await editor(page).getByLabel('Set Password').check()
      await editor(page).getByLabel('Enter Password', { exact: true }).fill('grace-password')
      await editor(page).getByLabel('Verify Password', { exact: true }).fill('another')
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Passwords do not match.').first().waitFor()
      await editor(page).getByLabel('Verify Password', { exact: true }).fill('grace-password')
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await waitForNotification(page, 'Admin saved successfully.')
      await rowOf(page, 'grace@example.com').waitFor()
      await signIn(instance.url, { email: 'grace@example.com', password: 'grace-password' })
    },
  )

  administration('keeps the keyboard focus out of the dimmed page', async ({ visitor: { page }, api }) => {
    await page.goto(`/admins/${await somebody(api, 'Margaret')}`)
    await editor(page).getByLabel(email).waitFor()
    const dimmed = page.getByRole('navigation', { name: 'Tabs' })
    const seen: (string | null)[] = []
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      if ((await focused.count()) > 0) seen.push(await focused.getAttribute('aria-label'))
      expect(await dimmed.locator(':focus').count()).toBe(0)
    }
    expect(seen).toContain('Close')
    await editor(page).getByRole('button', { name: 'Cancel' }).click()
    await dimmed.getByRole('link', { name: 'Roles' }).click()
    await page.waitForURL(/\/roles$/)
  })

  administration(
    'invites an administrator by mail, which is stored in the outbox',
    async ({ visitor: { page }, api }) => {
      await page.goto('/admins')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await editor(page).getByLabel(email).fill('invited@example.com')
      await editor(page).getByLabel('Display Name').fill('Invited')
      await editor(page).getByLabel('Send Email Invite').check()
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await waitForNotification(page, 'Admin saved successfully.')
      await rowOf(page, 'invited@example.com').getByText('Pending').waitFor()
      const mails = recordsOf(await api.call('GET', 'system/outbox'))
      expect(JSON.stringify(mails)).toContain('invited@example.com')
    },
  )

  administration('changes an administrator, with lookup keys', async ({ visitor: { page }, api }) => {
    const id = await somebody(api, 'Keyed')
    await page.goto(`/admins/${id}`)
    await editor(page).getByLabel('Phone').fill('555 0100')
    await editor(page).getByRole('tab', { name: 'Lookup Keys' }).click()
    await editor(page).getByRole('button', { name: 'Add lookup key' }).click()
    await editor(page).getByLabel('Name of key 1').fill('region')
    await editor(page).getByLabel('Value of key 1').fill('north')
    await editor(page).getByRole('button', { name: 'Add lookup key' }).click()
    await editor(page).getByLabel('Name of key 2').fill('secret')
    await editor(page).getByRole('checkbox', { name: 'Private' }).last().check()
    await editor(page).getByLabel('Value of key 2').fill('hidden-value')
    await editor(page).getByRole('button', { name: 'Save' }).click()
    await waitForNotification(page, 'Admin updated successfully.')
    const { body } = await api.call('GET', `system/admin/${id}?related=lookup_by_user_id`)
    expect(body).toMatchObject({
      phone: '555 0100',
      lookup_by_user_id: [
        { name: 'region', value: 'north', private: false },
        { name: 'secret', private: true },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('hidden-value')
  })

  administration('asks before changes are lost on any way of leaving', async ({ visitor: { page }, api }) => {
    await somebody(api, 'Careful')
    await page.goto('/admins')
    await rowOf(page, 'careful@example.com').click()
    const phone = editor(page).getByLabel('Phone')
    await phone.fill('555 0199')
    await editor(page).getByRole('button', { name: 'Cancel' }).click()
    await question(page).getByText('Continue without saving?').waitFor()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await phone.inputValue()).toBe('555 0199')
    await page.keyboard.press('Escape')
    await question(page).getByText('Continue without saving?').waitFor()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.evaluate(() => history.back())
    await question(page).getByText('Continue without saving?').waitFor()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await phone.inputValue()).toBe('555 0199')
    await editor(page).getByRole('button', { name: 'Cancel' }).click()
    await question(page).getByRole('button', { name: 'Discard changes' }).click()
    await page.waitForURL('**/admins')
  })

  administration(
    'shows a conflict to the second of two administrators, and offers a choice',
    async ({ visitor: { page }, api }) => {
      const id = await somebody(api, 'Contested')
      await page.goto(`/admins/${id}`)
      await editor(page).getByLabel('Phone').fill('mine')
      await editor(page).getByLabel('First Name').fill('Mine')
      await api.call('PATCH', `system/admin/${id}`, { phone: 'theirs', last_name: 'Theirs' })
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText(/Someone else changed this admin/).waitFor()
      expect(await page.getByText('Api Error').count()).toBe(0)
      expect((await api.call('GET', `system/admin/${id}`)).body.phone).toBe('theirs')
      await page.getByRole('radio', { name: /^Phone: keep yours/ }).check()
      await page.getByRole('button', { name: 'Save these choices' }).click()
      await waitForNotification(page, 'Admin updated successfully.')
      const { body } = await api.call('GET', `system/admin/${id}`)
      expect(body).toMatchObject({ phone: 'mine', first_name: 'Mine', last_name: 'Theirs' })
    },
  )

  administration(
    'shows that the record was deleted meanwhile, and keeps the input',
    async ({ visitor: { page }, api }) => {
      const id = await somebody(api, 'Vanishing')
      await page.goto(`/admins/${id}`)
      await editor(page).getByLabel('Phone').fill('555 0123')
      await api.call('DELETE', `system/admin/${id}`)
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Someone else deleted this admin.').waitFor()
      expect(await editor(page).getByLabel('Phone').inputValue()).toBe('555 0123')
    },
  )

  administration('shows that a record does not exist', async ({ visitor: { page } }) => {
    await page.goto('/admins/999999')
    await page.getByText('There is no admin with the ID 999999.').waitFor()
  })

  administration('shows a duplicate email address under its field', async ({ visitor: { page }, api }) => {
    const id = await somebody(api, 'Twin')
    await page.goto(`/admins/${id}`)
    await editor(page).getByLabel(email).fill(firstAdmin.email)
    await editor(page).getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/already|taken|in use|exists/i)
      .first()
      .waitFor()
    expect(await editor(page).getByLabel(email).inputValue()).toBe(firstAdmin.email)
  })
})
