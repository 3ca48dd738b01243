import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const read = async (id: number) =>
  (
    await instance.send<{ user_to_app_to_role_by_user_id: { app_id: number; role_id: number }[] }>(
      'GET',
      `system/user/${id}?related=user_to_app_to_role_by_user_id,lookup_by_user_id`,
      { as: instance.root },
    )
  ).body

const portal = fixture(() => instance.make.app({ name: 'Portal' }))
const kiosk = fixture(() => instance.make.app({ name: 'Kiosk' }))
const reader = fixture(() => instance.make.role({ name: 'Reader' }))
const writer = fixture(() => instance.make.role({ name: 'Writer' }))
beforeAll(async () => {
  for (let number = 1; number <= 70; number++)
    await instance.make.role({ name: `Team ${String(number).padStart(2, '0')}` })
})

test('shows what reading users requires, and links home', async () => {
  const { address } = await open('/users', {
    through: (reach) => (input, init) =>
      String(input).includes('/system/user?')
        ? Promise.resolve(Response.json({ error: { code: 403, message: 'No.' } }, { status: 403 }))
        : reach(input, init),
  })
  const told = await screen.findByText(/GET access to system\/user, system\/role, and system\/app/)
  expect(told.textContent).toContain('POST, PUT, and DELETE access to /system/user')
  await waitFor(() => expect(address()).toBe('/home'))
})

test('reports a list that failed to load and stays on the page', async () => {
  const { address } = await open('/users', {
    through: (reach) => (input, init) =>
      String(input).includes('/system/user?')
        ? Promise.resolve(Response.json({ error: { code: 500, message: 'Out of order.' } }, { status: 500 }))
        : reach(input, init),
  })
  expect((await screen.findAllByText(/There was an error loading data for the Users tab/)).length).toBeGreaterThan(0)
  expect(address()).toBe('/users')
})

test('prompts for the first user while there are none', async () => {
  const { user, address } = await open('/users')
  expect(await screen.findByText('You have no Users!')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create A User!' }))
  await screen.findByRole('dialog', { name: 'Create User' })
  expect(address()).toBe('/users/new')
})

test('requires a role for an app before saving', async () => {
  const { user } = await open('/users/new')
  await user.type(await field(/^Email/), 'half@example.test')
  await user.click(screen.getByLabelText('Send Email Invite'))
  await user.click(screen.getByRole('tab', { name: 'Roles' }))
  await pick(user, 'Add an app: Add an app…', 'port', 'Portal')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose a role.')).toBeTruthy()
})

test('creates a user with a role found among several pages', async () => {
  const { user, address } = await open('/users/new')
  await user.type(await field(/^Email/), 'kim@example.test')
  await user.click(screen.getByLabelText('Set Password'))
  await user.type(screen.getByLabelText('Enter Password'), 'secret1')
  await user.type(screen.getByLabelText('Verify Password'), 'secret1')
  await user.click(screen.getByRole('tab', { name: 'Roles' }))
  expect(screen.getByText('No roles. Add an app to choose a role in it.')).toBeTruthy()
  await pick(user, 'Add an app: Add an app…', 'port', 'Portal')
  await user.click(screen.getByRole('button', { name: /^Role in Portal/ }))
  expect(await screen.findByText('There are more roles. Type to find them.')).toBeTruthy()
  await user.type(screen.getByRole('combobox', { name: 'Search roles' }), 'writ')
  await user.click(await screen.findByRole('option', { name: 'Writer' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('User saved successfully.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/users'))
  const { body } = await instance.send<{ resource: [{ id: number }] }>(
    'GET',
    'system/user?filter=email="kim@example.test"',
    { as: instance.root },
  )
  expect((await read(body.resource[0].id)).user_to_app_to_role_by_user_id).toMatchObject([
    { app_id: portal.id, role_id: writer.id },
  ])
})

test('shows roles by name, and changes, adds and removes them', async () => {
  const ben = await instance.make.user({ name: 'Ben', roles: [{ app_id: portal.id, role_id: reader.id }] })
  const { user } = await open(`/users/${ben.id}`)
  await user.click(await screen.findByRole('tab', { name: 'Roles' }))
  await user.click(await screen.findByRole('button', { name: 'Role in Portal: Reader' }))
  expect(screen.queryByText(/more\. Search/)).toBeNull()
  await user.click(await screen.findByRole('option', { name: '-- No Role Selected --' }))
  await pick(user, 'Add an app: Add an app…', 'kiosk', 'Kiosk')
  await pick(user, 'Role in Kiosk: -- No Role Selected --', 'team 7', 'Team 70')
  expect(screen.getByText('Not saved yet: Roles')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('User updated successfully.')).toBeTruthy()
  expect((await read(ben.id)).user_to_app_to_role_by_user_id).toMatchObject([{ app_id: kiosk.id }])
})

test('does not offer an app that has a role again, and restores a removed one', async () => {
  const cat = await instance.make.user({ name: 'Cat', roles: [{ app_id: portal.id, role_id: reader.id }] })
  const { user } = await open(`/users/${cat.id}`)
  await user.click(await screen.findByRole('tab', { name: 'Roles' }))
  await screen.findByRole('button', { name: 'Role in Portal: Reader' })
  await user.click(screen.getByRole('button', { name: /^Add an app/ }))
  await screen.findByRole('option', { name: /Kiosk/ })
  expect(screen.queryByRole('option', { name: /Portal/ })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search apps' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Remove the role in Portal' }))
  await pick(user, 'Add an app: Add an app…', 'portal', 'Portal')
  expect(await screen.findByRole('button', { name: 'Role in Portal: Reader' })).toBeTruthy()
  expect(screen.queryByText('Not saved yet: Roles')).toBeNull()
})

test('filters users by role, and names the role in the filter chip', async () => {
  await instance.make.user({ name: 'Hal', roles: [{ app_id: kiosk.id, role_id: writer.id }] })
  const { user, address } = await open('/users')
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.selectOptions(await screen.findByLabelText('Column'), 'Role')
  await pick(user, 'Value: Choose one of the roles', 'writ', 'Writer')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByRole('button', { name: 'Role is Writer' })).toBeTruthy()
  expect(address()).toBe(`/users?where=role_id%3Ais%3A${writer.id}`)
  await waitFor(() => expect(screen.queryByText('Ben')).toBeNull())
  expect(screen.getByText('Hal')).toBeTruthy()
})

test('sends an invitation again until it is accepted', async () => {
  await instance.send('POST', 'system/user?send_invite=true', {
    as: instance.root,
    body: { resource: [{ email: 'dan@example.test', name: 'Dan' }] },
  })
  const { user } = await open('/users?filter=dan')
  const row = (await screen.findByRole('link', { name: 'dan@example.test' })).closest('tr')
  expect(within(row ?? document.body).getByText('Pending')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'dan@example.test' }))
  expect(await screen.findByText('Confirmed: No')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send Invite' }))
  expect(await screen.findByText('User invite has been sent.')).toBeTruthy()
})

test('deletes one and several users, each with its own confirmation', async () => {
  for (const name of ['Eve', 'Fay', 'Gus']) await instance.make.user({ name, first_name: 'Gone' })
  const { user } = await open('/users?filter=gone&sort=name')
  await user.click(await screen.findByRole('button', { name: 'Actions for Eve' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await screen.findByRole('alertdialog', { name: 'Delete Eve?' })
  await user.click(screen.getByRole('button', { name: 'Delete user' }))
  expect(await screen.findByText('User successfully deleted.')).toBeTruthy()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Fay' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Gus' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Delete selected users?' })
  await user.click(screen.getByRole('button', { name: 'Delete 2 users' }))
  expect(await screen.findByText('Users deleted successfully.')).toBeTruthy()
  expect(await screen.findByText('You have no Users that match your search criteria!')).toBeTruthy()
})

async function pick(
  user: Awaited<ReturnType<typeof visit>>['user'],
  control: string,
  text: string,
  option: string,
): Promise<void> {
  await user.click(await screen.findByRole('button', { name: control }))
  await user.type(await screen.findByRole('combobox', { name: /^Search (apps|roles)$/ }), text)
  await user.click(await screen.findByRole('option', { name: option }))
}

test('ends all sessions of a user from the form, which can still be saved', async () => {
  const bob = await instance.make.user({ name: 'Bob' })
  const { user } = await open(`/users/${bob.id}`)
  await user.type(await field('Phone'), '123')
  await user.click(await screen.findByRole('button', { name: 'End All Sessions…' }))
  await user.click(await screen.findByRole('button', { name: 'End' }))
  expect(await screen.findByText('All sessions ended.')).toBeTruthy()
  expect((await instance.send('GET', 'user/session', { as: bob })).status).toBe(403)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await read(bob.id)).toMatchObject({ phone: '123' }))
})
