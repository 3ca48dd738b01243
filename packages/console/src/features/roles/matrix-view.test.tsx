import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseService } from '../../testing/choose-service.ts'
import { visit } from '../../testing/render-route.tsx'

type Role = { role_service_access_by_role_id: Record<string, unknown>[] }

async function openMatrix() {
  const instance = await testInstance()
  const other = await instance.make.role({
    name: 'Template',
    access: [{ service_id: await instance.make.serviceId('user'), component: 'profile/*', verbs: ['GET', 'PUT'] }],
  })
  const { id } = await instance.make.role({
    name: 'Mine',
    access: [{ service_id: null, component: '*', verbs: ['GET'] }],
  })
  const app = await instance.make.app({ name: 'shop', role_id: id })
  const page = await visit(instance, `/roles/${id}`, { as: instance.root })
  await page.user.click(await screen.findByRole('tab', { name: 'Access' }))
  await screen.findByRole('table', { name: 'Access by service and verb' })
  const stored = async () => {
    const path = `system/role/${id}?related=role_service_access_by_role_id`
    return (await instance.send<Role>('GET', path, { as: instance.root })).body.role_service_access_by_role_id
  }
  return { ...page, instance, stored, other, app }
}

const preset = (about: string, name: string) =>
  within(screen.getByRole('group', { name: new RegExp(`^Access to ${about}(,|$)`) })).getByRole('radio', { name })

test('shows before saving what changes for whom, and has a page for who has the role', async () => {
  const { user } = await openMatrix()
  await user.click(preset('user', 'Write'))
  await user.click(await screen.findByText('Saving affects access in 1 place, for 1 app'))
  const list = within(await screen.findByRole('list', { name: 'Effects of saving' }))
  expect(list.getByText('+ POST, PUT, PATCH')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Used By' }))
  expect(await screen.findByText('shop')).toBeTruthy()
})

test('shows the rules of a line with one click', async () => {
  await openMatrix()
  expect((await screen.findByRole('link', { name: 'Open db' })).getAttribute('href')).toBe('/data/db')
  expect(screen.getByRole('link', { name: 'Open files' }).getAttribute('href')).toContain('/file-manager?path=')
})

test('explains the role in the form before it is saved, and updates as it changes', async () => {
  const { user } = await openMatrix()
  await user.click(screen.getByRole('button', { name: 'Explain access to system' }))
  const aside = within(await screen.findByRole('complementary', { name: 'Explain this role' }))
  await user.selectOptions(aside.getByLabelText('Verb'), 'POST')
  expect(await aside.findByText('Refused with 403')).toBeTruthy()
  await user.click(preset('system', 'Full'))
  expect(await aside.findByText('Allowed')).toBeTruthy()
  expect(aside.getByText('Mine,', { exact: false })).toBeTruthy()
})

test('warns of a table whose records cannot be read, and fixes it with one click', async () => {
  const { user, stored } = await openMatrix()
  await user.click(screen.getByRole('radio', { name: 'Rules' }))
  await chooseService(user, 'Service of rule 1', 'user')
  await user.selectOptions(screen.getByLabelText('Component of rule 1'), 'Other…')
  await user.clear(screen.getByLabelText('Component of rule 1'))
  await user.paste('_table/a')
  await user.click(await screen.findByRole('button', { name: 'Allow records too' }))
  expect(screen.queryByRole('list', { name: 'Rules with a warning' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect((await stored()).map(({ component, verb_mask }) => [component, verb_mask])).toEqual([
    ['_table/a', 1],
    ['_table/a/*', 1],
  ])
})

test('checks a verb for a whole service and for one of its components, and stores both as rules', async () => {
  const { user, stored } = await openMatrix()
  expect(screen.getByRole('checkbox', { name: 'GET on system, allowed by a broader rule' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'POST on system' }))
  expect(await screen.findByRole('checkbox', { name: 'GET on system' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Components of system' }))
  await screen.findByRole('checkbox', { name: 'GET on system admin' })
  await user.click(preset('system admin', 'Full'))
  await user.click(screen.getByRole('checkbox', { name: 'GET on All' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect(await stored()).toMatchObject([
    { component: '*', verb_mask: 2, requestor_mask: 1 },
    { component: 'admin/*', verb_mask: 31 },
  ])
})

test('shows rules for scripts in a separate matrix', async () => {
  const { user, stored } = await openMatrix()
  await user.selectOptions(screen.getByLabelText('Rules for requests by'), 'SCRIPT')
  await user.click(await screen.findByRole('checkbox', { name: 'DELETE on All' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect(await stored()).toMatchObject([
    { verb_mask: 1, requestor_mask: 1 },
    { verb_mask: 16, requestor_mask: 2 },
  ])
})

test('copies rules from another role', async () => {
  const { user, stored } = await openMatrix()
  await user.click(screen.getByRole('button', { name: 'Copy from another role' }))
  await user.click(await screen.findByRole('option', { name: /Template/ }))
  expect(await screen.findByText('1 rule of Template added, not saved yet.')).toBeTruthy()
  expect(await screen.findByRole('checkbox', { name: 'PUT on user profile/*' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect((await stored()).map(({ component, verb_mask }) => [component, verb_mask])).toEqual([
    ['*', 1],
    ['profile/*', 5],
  ])
})

test('a search finds the tables of a service that is not expanded', async () => {
  const { user, instance } = await openMatrix()
  const resource = ['parcel', 'letter'].map((name) => ({ name, field: [{ name: 'id', type: 'id' }] }))
  await instance.send('POST', 'db/_schema', { as: instance.root, body: { resource } })
  await user.type(screen.getByLabelText('Search rules'), 'parcel')
  await screen.findByRole('group', { name: /^Access to db _table\/parcel/ })
  expect(screen.queryByRole('group', { name: /_table\/letter/ })).toBeNull()
})

test('filters lines by a search', async () => {
  const { user } = await openMatrix()
  await user.type(screen.getByLabelText('Search rules'), 'syst')
  const matrix = within(screen.getByRole('table', { name: 'Access by service and verb' }))
  await waitFor(() => expect(matrix.getAllByRole('row')).toHaveLength(2))
})

test('offers own rows by columns that can hold the ID of a person', async () => {
  const { user, instance, stored } = await openMatrix()
  const field = [
    { name: 'id', type: 'id' },
    { name: 'discount', type: 'decimal' },
    { name: 'guide_id', type: 'integer' },
    { name: 'title', type: 'string' },
  ]
  await instance.send('POST', 'db/_schema', { as: instance.root, body: { resource: [{ name: 'tour', field }] } })
  await user.click(screen.getByRole('button', { name: 'Components of db' }))
  await screen.findByRole('group', { name: 'Access to db _table/tour' })
  await user.click(preset('db _table/tour', 'Read'))
  await user.click(screen.getByRole('button', { name: 'Filter rows of db _table/tour' }))
  const own = within(await screen.findByRole('region', { name: 'Own rows only' }))
  expect(own.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['guide_id = {user.id}'])
  await user.click(own.getByRole('button'))
  await user.keyboard('{Control>}s{/Control}')
  const filters = [{ name: 'guide_id', operator: '=', value: '{user.id}' }]
  await waitFor(async () =>
    expect(await stored()).toContainEqual(expect.objectContaining({ component: '_table/tour/*', filters })),
  )
})
