import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { messageOf } from '../message-catalogue.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const { make, root, send } = instance
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: root, ...options })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const press = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('button', { name }))
const inError = (tab: string) => screen.findByRole('tab', { name: new RegExp(`^${tab}.*has errors`) })

test('Role: reports a missing name, creation, leaving unsaved changes, and changes', async () => {
  const page = await open('/roles/new')
  await field(/^Name/)
  await press(page, 'Save')
  expect(await inError(messageOf('roles.name-missing').text)).toBeTruthy()
  await page.user.type(await field(/^Name/), 'Readers')
  await press(page, 'Save')
  await expectMessage('roles.created')

  const { id } = await make.role({ name: 'Writers' })
  const changed = await open(`/roles/${id}`)
  await changed.user.type(await field('Description'), 'x')
  await press(changed, 'Cancel')
  await expectMessage('editor.leave')
  await press(changed, 'Keep editing')
  await press(changed, 'Save')
  await expectMessage('roles.updated')
})

test('Role: reports two lookup keys with the same name', async () => {
  const { id } = await make.role()
  const page = await open(`/roles/${id}`)
  await page.user.click(await screen.findByRole('tab', { name: 'Lookup Keys' }))
  for (const number of [1, 2]) {
    await press(page, 'Add lookup key')
    await page.user.type(await field(`Name of key ${number}`), 'same')
  }
  await press(page, 'Save')
  expect(await inError(messageOf('roles.same-key').text)).toBeTruthy()
  for (const number of [1, 2])
    expect((await field(`Name of key ${number}`)).getAttribute('aria-invalid'), `key ${number}`).toBe('true')
})

test('Role: reports a rule for a deleted service', async () => {
  const { id } = await make.role({ access: [{ service_id: 1, component: '*', verbs: ['GET'] }] })
  const without = respondWith({ part: '/api/v2/' }, 200, { services: [], service_types: [] })
  const page = await open(`/roles/${id}`, {
    through: (reach) => (input, init) =>
      String(input).endsWith('/api/v2/') ? without(reach)(input, init) : reach(input, init),
  })
  await page.user.click(await screen.findByRole('tab', { name: 'Access' }))
  await expectMessage('roles.service-missing', { id: '1' })
})

test('App: reports creation and changes with its name', async () => {
  const page = await open('/apps/new')
  await page.user.type(await field(/^Application Name/), 'Shop')
  await press(page, 'Save')
  await expectMessage('apps.created', { name: 'Shop' })

  const { id } = await make.app({ name: 'Stock' })
  const changed = await open(`/apps/${id}`)
  await changed.user.type(await field('Description'), 'x')
  await press(changed, 'Save')
  await expectMessage('apps.updated', { name: 'Stock' })
})

test('App: asks about its files before deletion', async () => {
  const app = { name: 'Files', type: 1, storage_service_id: 1, storage_container: 'files', path: 'index.html' }
  await send('POST', 'system/app', { as: root, body: { resource: [app] } })
  const page = await open('/apps?filter=Files')
  await press(page, 'Actions for Files')
  await page.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await press(page, 'Delete app')
  await expectMessage('apps.delete-files')
  await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await expectMessage('apps.deleted')
})

test('App: reports an import', async () => {
  const page = await open('/apps', {
    through: (reach) => (input, init) =>
      init?.method === 'POST' && String(input).endsWith('/system/app')
        ? Promise.resolve(Response.json({ id: 70, name: 'Shop', type: 0 }))
        : reach(input, init),
  })
  await page.user.click(await screen.findByRole('link', { name: 'Import' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Import App' }))
  await page.user.type(panel.getByLabelText(/^Package \(required\)/), 'https://packages.test/shop.dfpkg')
  await page.user.click(panel.getByRole('button', { name: 'Import' }))
  await expectMessage('apps.imported')
})
