import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

async function openRoles(path: string, names: readonly string[] = []) {
  const instance = await testInstance()
  for (const name of names) await instance.make.role({ name })
  const page = await visit(instance, path, { as: instance.root })
  const stored = async () => {
    const { body } = await instance.send<{ resource: { name: string }[] }>('GET', 'system/role?order=id&fields=name', {
      as: instance.root,
    })
    return body.resource.map(({ name }) => name)
  }
  return { stored, ...page }
}

test('shows people who may not read roles the required permission, and a link to Home', async () => {
  const instance = await testInstance()
  const { address } = await visit(instance, '/roles', {
    as: instance.root,
    through: (reach) => (input, init) =>
      String(input).includes('/system/role?')
        ? Promise.resolve(Response.json({ error: { code: 403, message: 'No.' } }, { status: 403 }))
        : reach(input, init),
  })
  const notice = await screen.findByText(/your role must allow GET access/)
  for (const part of ["service 'system'", 'system/role/*', 'POST, PUT, and DELETE'])
    expect(notice.textContent).toContain(part)
  await waitFor(() => expect(address()).toBe('/home'))
})

test('keeps the page after any other failure, with a button to retry', async () => {
  const instance = await testInstance()
  const { address } = await visit(instance, '/roles', {
    as: instance.root,
    through: (reach) => (input, init) =>
      String(input).includes('/system/role?')
        ? Promise.resolve(Response.json({ error: { code: 500, message: 'Out of order.' } }, { status: 500 }))
        : reach(input, init),
  })
  expect(await screen.findByText('Out of order.')).toBeTruthy()
  expect(screen.getAllByText(/your role must allow GET access/).length).toBeGreaterThan(0)
  expect(address()).toBe('/roles')
})

test('offers to create the first role if there is none', async () => {
  const { user, address } = await openRoles('/roles')
  expect(await screen.findByText('You have no Roles!')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create A Role!' }))
  expect(await screen.findByRole('dialog', { name: 'Create Role' })).toBeTruthy()
  expect(address()).toBe('/roles/new')
})

test('opens an empty form for the hash in links of other screens', async () => {
  const { address } = await openRoles('/roles#create')
  expect(await screen.findByRole('dialog', { name: 'Create Role' })).toBeTruthy()
  expect(address()).toBe('/roles/new')
})

test('searches name and description, and shows when nothing matches', async () => {
  const { user } = await openRoles('/roles?filter=read', ['Readers', 'Writers'])
  expect(await screen.findByRole('link', { name: 'Readers' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Writers' })).toBeNull()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'nobody')
  expect(await screen.findByText('You have no Roles that match your search criteria!')).toBeTruthy()
})

test('deletes one role after confirmation, and several together', async () => {
  const { user, stored } = await openRoles('/roles', ['One', 'Two', 'Three', 'Four'])
  await user.click(await screen.findByRole('button', { name: 'Actions for One' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await screen.findByRole('alertdialog', { name: 'Delete One?' })
  await user.click(screen.getByRole('button', { name: 'Delete role' }))
  expect(await screen.findByText('Role successfully deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'One' })).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Select Two' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Four' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete selected roles?' })
  await user.click(within(question).getByRole('button', { name: 'Delete 2 roles' }))
  expect(await screen.findByText('Roles deleted successfully.')).toBeTruthy()
  expect(await stored()).toEqual(['Three'])
})

test.each([
  ['a role', 'wareh', /Warehouse/, /^\/roles\/\d+$/],
  ['the explanation of access', 'explain', /Explain access/, /^\/roles\/explain$/],
])('%s is found by the palette', async (_, text, option, place) => {
  const { user, address } = await openRoles('/roles', ['Warehouse'])
  await screen.findByRole('link', { name: 'Warehouse' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), text)
  await user.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(address()).toMatch(place))
})
