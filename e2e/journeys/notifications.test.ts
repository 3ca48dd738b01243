import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addAdmins, signIn } from '../harness/api.ts'
import { firstAdmin, type RunningInstance } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { editor, rowOf, waitForNotification } from '../harness/screens.ts'

let crowded = false
/** Adds enough administrators to fill a page of the list, once for the file. */
async function crowd({ url }: RunningInstance): Promise<void> {
  if (crowded) return
  crowded = true
  const api = await signIn(url, firstAdmin)
  await addAdmins(api, 40)
}

/** Returns the texts of the controls and texts that a notification covers. */
async function covered(page: Page, needed: readonly Locator[]): Promise<readonly string[]> {
  const stack = await page.getByRole('region', { name: 'Notifications' }).boundingBox()
  if (!stack || stack.height === 0) throw new Error('There is no notification.')
  const found: string[] = []
  for (const control of needed) {
    const box = await control.boundingBox()
    if (!box) continue
    const apart =
      box.x + box.width <= stack.x ||
      stack.x + stack.width <= box.x ||
      box.y + box.height <= stack.y ||
      stack.y + stack.height <= box.y
    if (!apart) found.push(`${(await control.getAttribute('aria-label')) ?? (await control.textContent())}`)
  }
  return found
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 992, height: 700 },
  { width: 390, height: 844 },
]

for (const viewport of sizes)
  journey(`at ${viewport.width} pixels a notification covers no bar and no tab`, async ({ another, instance }) => {
    await crowd(instance)
    const { page, enter } = await another({ viewport })
    await enter()
    await page.goto('/admins?filter=example.com')
    await rowOf(page, firstAdmin.email).click()
    const phone = editor(page).getByLabel('Phone')
    await phone.fill(`555 0${viewport.width}`)
    await editor(page).getByRole('button', { name: 'Save' }).click()
    await waitForNotification(page, 'Admin updated successfully.')
    // Otherwise it may close before everything below has been measured.
    await page.getByRole('button', { name: 'Pin' }).click()
    await editor(page).waitFor({ state: 'hidden' })
    const list = page.getByRole('region', { name: 'admins' })
    expect(
      await covered(page, [
        page.getByText(/^1–\d+/),
        list.getByLabel('Rows'),
        list.getByRole('button', { name: 'Previous page' }),
        ...(await page.getByRole('button', { name: 'Collapse sidebar' }).all()),
        ...(await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link').all()),
      ]),
    ).toEqual([])

    // The same notification, over a form.
    await rowOf(page, firstAdmin.email).click()
    await phone.fill('555 0000')
    await editor(page).getByText('Not saved yet').waitFor()
    expect(
      await covered(page, [
        editor(page).getByRole('button', { name: 'Cancel' }),
        editor(page).getByRole('button', { name: 'Save' }),
        editor(page).getByRole('button', { name: 'Close' }),
        editor(page).getByText('Not saved yet'),
      ]),
    ).toEqual([])
  })

for (const viewport of sizes)
  journey(`at ${viewport.width} pixels a long notification moves nothing and covers no button`, async ({ another }) => {
    const { page, enter } = await another({ viewport })
    await enter()
    await page.goto('/admins/1')
    await editor(page).getByLabel('Phone').fill('555 1')
    const message = 'The directory refuses the change, and says at length why it does. '.repeat(8)
    const refusal = { error: { code: 400, message } }
    await page.route(/system\/admin\/1\b/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: refusal }),
    )
    const save = editor(page).getByRole('button', { name: 'Save' })
    await save.click()
    await waitForNotification(page, 'Api Error')
    await page.getByRole('button', { name: 'Pin' }).first().click()
    const places = async () => Promise.all([save, editor(page).getByLabel('Phone')].map((one) => one.boundingBox()))
    const withNotification = await places()
    expect(await covered(page, [save, editor(page).getByRole('button', { name: 'Close' })])).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Api Error').waitFor({ state: 'hidden' })
    expect(await places()).toEqual(withNotification)
  })
