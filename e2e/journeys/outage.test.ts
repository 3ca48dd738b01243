import { expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { editor, rowOf, waitForNotification } from '../harness/screens.ts'

journey('a page whose code is not there yet does not take the console away with it', async ({ visitor }) => {
  const { page } = visitor
  await visitor.enter()
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Next steps' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  visitor.expectTrouble()
  visitor.forgive(/console: /)
  await page.context().setOffline(true)
  await tabs.getByRole('link', { name: 'Packages' }).click()
  await page.getByRole('heading', { name: 'This page could not be opened' }).waitFor()
  await tabs.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Next steps' }).waitFor()
  await tabs.getByRole('link', { name: 'Packages' }).click()
  await page.getByRole('heading', { name: 'This page could not be opened' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('tab', { name: 'Export Package' }).waitFor()
})

// It ends the instance of this file.
journey(
  'nothing typed is lost when the instance goes away, and saving works when it is back',
  async ({ visitor, instance }) => {
    const { page } = visitor
    const { call } = await signIn(instance.url, firstAdmin)
    await visitor.enter()
    await page.goto('/admins')
    await rowOf(page, firstAdmin.email).click()
    await editor(page).getByLabel('Phone').fill('555 0177')
    visitor.expectTrouble()
    await instance.stop()
    await editor(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Not saved: the instance cannot be reached.').waitFor()
    expect(await editor(page).getByLabel('Phone').inputValue()).toBe('555 0177')

    await using _again = await instance.startAgain()
    await editor(page).getByRole('button', { name: 'Try again' }).click()
    await waitForNotification(page, 'Admin updated successfully.')
    const { body } = await call('GET', 'system/admin?fields=email,phone')
    expect(body.resource).toMatchObject([{ email: firstAdmin.email, phone: '555 0177' }])
  },
)
