import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

type App = Record<string, unknown> & { name: string }
type Through = NonNullable<Parameters<typeof visit>[2]['through']>

async function openApps(apps: readonly object[], path = '/apps?sort=id', through?: Through) {
  const instance = await testInstance()
  const as = { as: instance.root }
  for (const app of apps) await instance.send('POST', 'system/app', { ...as, body: { resource: [app] } })
  const asked: URL[] = []
  const page = await visit(instance, path, {
    ...as,
    through: (reach) => (input, init) => {
      if (init?.method === 'DELETE') asked.push(new URL(String(input), 'http://here'))
      return (through?.(reach) ?? reach)(input, init)
    },
  })
  const stored = async () =>
    (await instance.send<{ resource: App[] }>('GET', 'system/app?order=id', as)).body.resource.map(({ name }) => name)
  return { instance, asked, stored, ...page }
}

const answering =
  (status: number, body: unknown): Through =>
  (reach) =>
  (input, init) =>
    String(input).includes('/system/app?') && (init?.method ?? 'GET') === 'GET'
      ? Promise.resolve(Response.json(body, { status }))
      : reach(input, init)

/** Opens the list with an app that has its own files. */
async function openStored() {
  const page = await openApps([])
  const storage = {
    type: 1,
    storage_service_id: await page.instance.make.serviceId('files'),
    storage_container: 'shop',
  }
  await page.instance.send('POST', 'system/app', { as: page.instance.root, body: { name: 'Shop', ...storage } })
  await page.user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Shop' }))
  await page.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  return page
}

test('shows people who may not read apps the required permission, and a link to Home', async () => {
  const { address } = await openApps([], '/apps', answering(403, { error: { code: 403, message: 'No.' } }))
  const notice = await screen.findByText(/your role must allow GET access/)
  for (const part of ['system/app, system/role, and system/service', 'POST, PUT, and DELETE', '/system/app'])
    expect(notice.textContent).toContain(part)
  await waitFor(() => expect(address()).toBe('/home'))
})

test('keeps the page after any other failure, with a button to retry', async () => {
  const { address } = await openApps([], '/apps', answering(500, { error: { code: 500, message: 'Out of order.' } }))
  const sentence =
    'There was an error loading data for the Apps tab. Please try refreshing your browser and logging in again.'
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  expect(screen.getByText('Out of order.')).toBeTruthy()
  expect(address()).toBe('/apps')
})

test('offers to create the first app if there is none', async () => {
  const { user } = await openApps([], '/apps', answering(200, { resource: [], meta: { count: 0 } }))
  expect(await screen.findByText('You have no Apps!')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create An App!' }))
  expect(await screen.findByRole('dialog', { name: 'Create App' })).toBeTruthy()
})

test('searches name and description, and shows when nothing matches', async () => {
  const { user } = await openApps(
    [{ name: 'Shop', description: 'sells' }, { name: 'Stock', description: 'for the shop' }, { name: 'Other' }],
    '/apps?filter=shop',
  )
  expect(await screen.findByRole('link', { name: 'Shop' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Stock' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Other' })).toBeNull()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'nothing at all')
  expect(await screen.findByText('You have no Apps that match your search criteria!')).toBeTruthy()
})

test('shows the role, and shows and copies the key', async () => {
  const { instance, user } = await openApps([])
  const role = await instance.make.role({ name: 'Readers' })
  const { api_key } = await instance.make.app({ name: 'Shop', role_id: role.id })
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  const row = within(await screen.findByRole('row', { name: /Shop/ }))
  for (const head of ['ID', 'Name', 'Role', 'API Key', 'Description', 'Active'])
    expect(screen.getByRole('columnheader', { name: new RegExp(`^${head}`) })).toBeTruthy()
  expect(row.getByText('Readers')).toBeTruthy()
  expect(row.getByText(api_key)).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Copy: API key of Shop' }))
  expect(await navigator.clipboard.readText()).toBe(api_key)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('filters by role', async () => {
  const { instance, user, address } = await openApps([{ name: 'Other' }])
  const role = await instance.make.role({ name: 'Readers' })
  await instance.make.app({ name: 'Shop', role_id: role.id })
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.selectOptions(await screen.findByLabelText('Column'), 'Role')
  await user.click(screen.getByRole('button', { name: /^Value/ }))
  await user.click(await screen.findByRole('option', { name: /Readers/ }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByRole('link', { name: 'Shop' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Other' })).toBeNull())
  expect(address()).toContain(encodeURIComponent(`role_id:is:${role.id}`))
})

test('launches an app in a new window, if it has a URL', async () => {
  const { user } = await openApps([{ name: 'Web', type: 2, url: 'https://shop.test/' }, { name: 'Device' }])
  await user.click(await screen.findByRole('button', { name: 'Actions for Web' }))
  const launch = await screen.findByRole<HTMLAnchorElement>('menuitem', { name: 'Launch' })
  expect([launch.href, launch.target, launch.rel]).toEqual(['https://shop.test/', '_blank', 'noopener noreferrer'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Actions for Device' }))
  expect((await screen.findByRole('menuitem', { name: /^Launch/ })).getAttribute('aria-disabled')).toBe('true')
})

test('does not delete the app that opens the console', async () => {
  const { user, stored } = await openApps([])
  await user.click(await screen.findByRole('checkbox', { name: 'Select admin' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('This console runs as the app admin, so it cannot be deleted.')).toBeTruthy()
  expect(await stored()).toContain('admin')
})

test('deletes an app without files after one confirmation', async () => {
  const { user, asked, stored } = await openApps([{ name: 'Device' }])
  await user.click(await screen.findByRole('button', { name: 'Actions for Device' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await screen.findByRole('alertdialog', { name: 'Delete Device?' })
  await user.click(screen.getByRole('button', { name: 'Delete app' }))
  expect(await screen.findByText('App successfully deleted.')).toBeTruthy()
  expect(asked[0]?.searchParams.get('delete_storage')).toBe('false')
  expect(await stored()).not.toContain('Device')
})

test.each([
  ['Delete files', 'true'],
  ['Cancel', 'false'],
])('deletes an app with files either way; with “%s” delete_storage is %s', async (answer, sent) => {
  const { user, asked, stored } = await openStored()
  await user.click(await screen.findByRole('button', { name: 'Delete app' }))
  const question = await screen.findByRole('alertdialog', {
    name: 'Delete application files? Pressing cancel will retain the files in storage.',
  })
  expect(asked).toEqual([])
  await user.click(within(question).getByRole('button', { name: answer }))
  expect(await screen.findByText('App successfully deleted.')).toBeTruthy()
  expect(asked[0]?.searchParams.get('delete_storage')).toBe(sent)
  expect(await stored()).not.toContain('Shop')
})

test('keeps the app on Cancel in the first dialog', async () => {
  const { user, asked } = await openStored()
  const question = await screen.findByRole('alertdialog', { name: 'Delete Shop?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked).toEqual([])
})

test('deletes several apps in one transaction', async () => {
  const { user, asked, stored } = await openApps([{ name: 'One' }, { name: 'Two' }, { name: 'Three' }])
  await user.click(await screen.findByRole('checkbox', { name: 'Select One' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Three' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const first = await screen.findByRole('alertdialog', { name: 'Delete selected apps?' })
  await user.click(within(first).getByRole('button', { name: 'Delete 2 apps' }))
  const second = await screen.findByRole('alertdialog', { name: 'Delete application files?' })
  await user.click(within(second).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Apps deleted successfully.')).toBeTruthy()
  expect(asked).toHaveLength(1)
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ rollback: 'true', delete_storage: 'false' })
  const left = await stored()
  expect(left).toContain('Two')
  expect(left).not.toContain('One')
})
