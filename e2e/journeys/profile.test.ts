import { describe } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { waitForNotification } from '../harness/screens.ts'

describe("the user's own profile", () => {
  journey('saves a new name, which the menu shows immediately', async ({ visitor }) => {
    const { page } = visitor
    await visitor.enter()
    await page.goto('/profile')
    await page.getByLabel('Display Name').fill('Ada Lovelace')
    await page.getByRole('button', { name: /^(Save|Update)/ }).click()
    await waitForNotification(page, 'Profile updated successfully.')
    await page.getByRole('banner').getByText('Ada Lovelace').waitFor()
  })

  journey('changes the password, and keeps this session', async ({ visitor, instance }) => {
    const { page } = visitor
    await visitor.logIn()
    await page.goto('/profile')
    await page
      .getByLabel(/(set|change) password/i)
      .first()
      .check()
    await page.getByLabel(/(current|old) password/i).fill(firstAdmin.password)
    await page.getByLabel(/^(new|enter) password/i).fill('second-password')
    await page.getByLabel(/(verify|confirm|repeat)/i).fill('second-password')
    await page.getByRole('button', { name: /^(Save|Update)/ }).click()
    await waitForNotification(page, /updated successfully/)
    await signIn(instance.url, { ...firstAdmin, password: 'second-password' })
    await page.goto('/admins')
    await page.getByRole('row').filter({ hasText: firstAdmin.email }).waitFor()
  })
})
