import { sessionTokenHeader } from '@millwright/contract/headers'
import { expect } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { editor, rowOf, waitForNotification } from '../harness/screens.ts'

journey('a session that was ended elsewhere is renewed in a dialog over the form', async ({ visitor, instance }) => {
  const { page } = visitor
  const tokens: string[] = []
  page.on('request', (request) => {
    const token = request.headers()[sessionTokenHeader.toLowerCase()]
    if (token !== undefined) tokens.push(token)
  })
  await visitor.logIn()
  await page.goto('/admins')
  await rowOf(page, firstAdmin.email).click()
  await editor(page).getByLabel('Phone').fill('555 0142')
  const ended = await fetch(`${instance.url}/api/v2/system/admin/session`, {
    method: 'DELETE',
    headers: { [sessionTokenHeader]: tokens.at(-1) ?? '' },
  })
  expect(ended.status).toBe(200)

  await editor(page).getByRole('button', { name: 'Save' }).click()
  const window = page.getByRole('dialog', { name: 'Login' })
  await window.getByLabel('Password', { exact: true }).fill('wrong')
  await window.getByRole('button', { name: 'Login', exact: true }).click()
  await window
    .getByRole('alert')
    .filter({ hasText: /invalid|credential/i })
    .waitFor()
  await window.getByLabel('Password', { exact: true }).fill(firstAdmin.password)
  await window.getByRole('button', { name: 'Login', exact: true }).click()
  await waitForNotification(page, 'Admin updated successfully.')
  const { call } = await signIn(instance.url, firstAdmin)
  expect((await call('GET', 'system/admin?fields=phone')).body.resource).toMatchObject([{ phone: '555 0142' }])
})
