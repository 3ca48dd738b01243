import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../../testing/answering.ts'
import { instanceWithParts } from '../../../testing/parts.ts'
import { type Visit, visit } from '../../../testing/render-route.tsx'
import { withoutFeatures } from '../../../testing/saying.ts'

const { instance } = instanceWithParts()
const { root, send } = instance
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const choose = async ({ user }: Visit, menu: string | RegExp, item: string | RegExp) => {
  await user.click(await screen.findByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const pick = async ({ user }: Visit, menu: string | RegExp, item: string | RegExp) => {
  await user.click(await screen.findByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: item }))
}
const asked = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Opens a page as a person who only has the tabs of tables. */
async function visitAsColleague(path: string): Promise<Visit> {
  const person = { email: 'browser@example.test', password: 'password of browser', first_name: 'Bea' }
  const record = { ...person, is_restricted_admin: true, access_by_tabs: ['schema/data'] }
  expect((await send('POST', 'system/admin', { as: root, body: record })).status).toBe(201)
  const { body } = await send<{ resource: { name: string; api_key: string }[] }>('GET', 'system/app', { as: root })
  const apiKey = body.resource.find(({ name }) => name === 'admin')?.api_key ?? ''
  return visit(instance, path, { as: person, settings: { apiKey } })
}

test('hides the menu for a server without data views', async () => {
  await visit(instance, '/data/db/part', { as: root, through: withoutFeatures })
  await cell('bolt')
  expect(screen.queryByRole('button', { name: 'Views' })).toBeNull()
})

test('keeps the records if loading the views fails', async () => {
  const refuse = respondWith({ part: 'system/data_view', verb: 'GET' }, 500, { error: { code: 500, message: 'No.' } })
  await visit(instance, '/data/db/part', { as: root, through: refuse })
  await cell('bolt')
  expect(screen.queryByRole('button', { name: 'Views' })).toBeNull()
})

test('names, stores and shares views with colleagues; only their owner changes and deletes them', async () => {
  const page = await visit(instance, '/data/db/part?filter=stock:>:5&order=-stock&columns=name,stock', { as: root })
  await cell('gear')
  await choose(page, 'Views', 'Save as a view…')
  const form = await asked('Save view')
  await page.user.click(form.getByRole('button', { name: 'Save view' }))
  form.getByText('Name is required.')
  await page.user.type(form.getByLabelText('Name'), 'Well stocked')
  await page.user.click(form.getByRole('button', { name: 'Save view' }))
  await screen.findByText('View saved.', { selector: '[aria-label="Notifications"] p' })
  await screen.findByRole('button', { name: 'Well stocked' })

  await page.user.click(await screen.findByRole('button', { name: 'Remove Stock is greater than 5' }))
  await cell('bolt')
  await choose(page, 'Well stocked · changed', 'Save as a view…')
  const again = await asked('Save view')
  await page.user.type(again.getByLabelText('Name'), 'Well stocked')
  await page.user.click(again.getByRole('button', { name: 'Save view' }))
  await again.findByText(/name is already in use/)
  await page.user.click(again.getByRole('button', { name: 'Cancel' }))

  await choose(page, 'Well stocked · changed', 'Save changes')
  await screen.findByRole('button', { name: 'Well stocked' })
  await choose(page, 'Well stocked', 'Rename…')
  const name = (await asked('Rename Well stocked')).getByLabelText('Name')
  await page.user.clear(name)
  await page.user.type(name, 'By stock{Enter}')
  await choose(page, 'By stock', 'Share with colleagues')
  await screen.findByText('View shared.', { selector: '[aria-label="Notifications"] p' })

  const other = await visitAsColleague('/data/db/part')
  await cell('bolt')
  await pick(other, 'Views', /^By stock \(/)
  await waitFor(() => expect(other.address()).toMatch(/order=-stock/))
  expect(other.address()).toMatch(/columns=name(,|%2C)stock/)
  await other.user.click(await screen.findByRole('button', { name: 'By stock' }))
  await screen.findByRole('menuitem', { name: 'Save as a view…' })
  expect(screen.queryByRole('menuitem', { name: 'Rename…' })).toBeNull()

  const back = await visit(instance, other.address(), { as: root })
  await choose(back, 'By stock', 'Delete…')
  await back.user.click(await screen.findByRole('button', { name: 'Delete view' }))
  await screen.findByRole('button', { name: 'Views' })
  expect(back.address()).not.toContain('view=')
})
