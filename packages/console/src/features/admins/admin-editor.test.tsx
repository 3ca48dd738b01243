import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../instance/browser-session.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const panel = (name: RegExp | string) => screen.findByRole('dialog', { name })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const read = async (id: number) =>
  (
    await instance.send<Record<string, unknown>>('GET', `system/admin/${id}?related=lookup_by_user_id`, {
      as: instance.root,
    })
  ).body

test('requires an invitation or a password, and not both, for a new administrator', async () => {
  const { user } = await open('/admins/new')
  await panel('Create Admin')
  await user.type(await field(/^Email/), 'new@example.test')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Please select email invite or set password.')).toHaveLength(2)
  await user.click(screen.getByLabelText('Set Password'))
  const summary = () => within(screen.getByRole('dialog')).queryByText('Please select email invite or set password.')
  await waitFor(() => expect(summary()).toBeNull())
  await user.click(screen.getByLabelText('Send Email Invite'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Please select email invite or set password, but not both.')).toHaveLength(2)
})

test('shows a duplicate email address under its field, and keeps the input', async () => {
  const { user } = await open('/admins/new')
  await user.type(await field(/^Email/), instance.root.email)
  await user.click(screen.getByLabelText('Set Password'))
  await user.type(screen.getByLabelText('Enter Password'), 'secret1')
  await user.type(screen.getByLabelText('Verify Password'), 'secret2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Passwords do not match.')).toHaveLength(3)
  await user.clear(screen.getByLabelText('Verify Password'))
  await user.type(screen.getByLabelText('Verify Password'), 'secret1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true'))
  expect((await field('Enter Password')).value).toBe('secret1')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Email/)))
})

test('shows that a record does not exist, and keeps the list', async () => {
  const { user, address } = await open('/admins/99999')
  expect(await screen.findByText('There is no admin with the ID 99999.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to the list' }))
  await waitFor(() => expect(address()).toBe('/admins'))
})

test('asks before discarding changes, and keeps them on Keep editing', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user, address } = await open(`/admins/${ann.id}`)
  await user.type(await field('Phone'), '123')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('alertdialog', { name: 'Continue without saving?' })
  expect(within(question).getByText('Not saved yet: Phone.')).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((await field('Phone')).value).toBe('123')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(address()).toBe('/admins'))
  expect(await read(ann.id)).toMatchObject({ phone: null })
})

test('closes an unchanged form without confirmation', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user, address } = await open(`/admins/${ann.id}`)
  await field('Phone')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/admins'))
})

test('shows a conflict to the second of two people who edit the same record, and offers a choice', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user } = await open(`/admins/${ann.id}`)
  await user.type(await field('First Name'), 'Mine')
  await instance.send('PATCH', `system/admin/${ann.id}`, {
    as: instance.root,
    body: { first_name: 'Theirs', phone: '77' },
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Someone else changed this admin while you were editing it.')).toBeTruthy()
  await user.click(screen.getByLabelText('First Name: keep what is stored, Theirs'))
  await user.click(screen.getByRole('button', { name: 'Save these choices' }))
  expect(await screen.findByText('Admin updated successfully.')).toBeTruthy()
  expect(await read(ann.id)).toMatchObject({ first_name: 'Theirs', phone: '77' })
})

test('creates a record again from the input after it was deleted by someone else', async () => {
  const ann = await instance.make.admin({ email: 'gone@example.test', name: 'Gone' })
  const { user } = await open(`/admins/${ann.id}`)
  await user.type(await field('Phone'), '55')
  await instance.send('DELETE', `system/admin/${ann.id}`, { as: instance.root })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Create it again' }))
  await user.click(await screen.findByLabelText('Set Password'))
  await user.type(screen.getByLabelText('Enter Password'), 'secret1')
  await user.type(screen.getByLabelText('Verify Password'), 'secret1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Admin saved successfully.')).toBeTruthy()
})

test('keeps the input if the instance becomes unavailable', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  let away = false
  const { user } = await open(`/admins/${ann.id}`, {
    through: (reach) => (input, init) => (away ? Promise.reject(new TypeError('fetch failed')) : reach(input, init)),
  })
  await user.type(await field('Phone'), '99')
  away = true
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not saved: the instance cannot be reached.')).toBeTruthy()
  expect((await field('Phone')).value).toBe('99')
  away = false
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Admin updated successfully.')).toBeTruthy()
  expect(await read(ann.id)).toMatchObject({ phone: '99' })
})

test('creates an administrator with lookup keys who can sign in', async () => {
  const { user, address } = await open('/admins/new?sort=email')
  await user.type(await field(/^Email/), 'kim@example.test')
  await user.type(screen.getByLabelText('Display Name'), 'Kim')
  await user.click(screen.getByLabelText('Set Password'))
  await user.type(screen.getByLabelText('Enter Password'), 'secret1')
  await user.type(screen.getByLabelText('Verify Password'), 'secret1')
  await user.click(screen.getByRole('tab', { name: 'Lookup Keys' }))
  await user.click(screen.getByRole('button', { name: 'Add lookup key' }))
  await user.type(screen.getByLabelText('Name of key 1'), 'region')
  await user.type(screen.getByLabelText('Value of key 1'), 'north')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Admin saved successfully.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/admins?sort=email'))
  expect(await screen.findByRole('link', { name: 'kim@example.test' })).toBeTruthy()
  const { token } = await instance.signIn({ email: 'kim@example.test', password: 'secret1' })
  expect(token).toBeTruthy()
})

test('rejects duplicate names of lookup keys and marks them', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user } = await open(`/admins/${ann.id}`)
  await user.click(await screen.findByRole('tab', { name: 'Lookup Keys' }))
  for (const number of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Add lookup key' }))
    await user.type(screen.getByLabelText(`Name of key ${number}`), 'same')
    await user.type(screen.getByLabelText(`Value of key ${number}`), 'x')
  }
  await user.click(screen.getByRole('tab', { name: 'Basic' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Name is not unique.')).toHaveLength(2)
  expect(await read(ann.id)).toMatchObject({ lookup_by_user_id: [] })
})

test('continues with the new token after changing one’s own password', async () => {
  const self = await instance.make.admin({ name: 'Self', is_root_admin: true })
  const { user } = await open(`/admins/${self.id}`, { as: self })
  const before = session.current()?.session_token
  await user.clear(await field('Display Name'))
  await user.type(screen.getByLabelText('Display Name'), 'My Self')
  await user.click(screen.getByLabelText('Set Password'))
  await user.type(screen.getByLabelText('Enter Password'), 'another1')
  await user.type(screen.getByLabelText('Verify Password'), 'another1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Admin updated successfully.')).toBeTruthy()
  expect(session.current()?.name).toBe('My Self')
  expect(session.current()?.session_token).not.toBe(before)
  expect(await screen.findByRole('link', { name: self.email })).toBeTruthy()
})

test('shows which tabs a restricted administrator may use', async () => {
  const { id } = await restrictedAdmin(instance, ['apps', 'users'])
  await open(`/admins/${id}`)
  const boxes = () =>
    within(screen.getByRole('region', { name: 'Access by tabs' })).getAllByRole<HTMLInputElement>('checkbox')
  const chosen = () => boxes().flatMap(({ checked, labels }) => (checked ? [labels?.[0]?.textContent] : []))
  await waitFor(() => expect(chosen()).toEqual(['Apps', 'Users']))
})

test('omits personal data from a copy', async () => {
  await instance.make.admin({ name: 'Ann Copy', first_name: 'Ann' })
  const { user } = await open('/admins?sort=-id')
  await user.click(await screen.findByRole('button', { name: 'Actions for Ann Copy' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(async () => expect((await field('Display Name')).value).toBe('Ann Copy'))
  expect((await field(/^Email/)).value).toBe('')
})
