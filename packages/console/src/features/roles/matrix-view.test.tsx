import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
  const page = await visit(instance, `/roles/${id}`, { as: instance.root })
  await page.user.click(await screen.findByRole('tab', { name: 'Access' }))
  await page.user.click(await screen.findByRole('radio', { name: 'Matrix' }))
  await screen.findByRole('table', { name: 'Access by service and verb' })
  const stored = async () => {
    const path = `system/role/${id}?related=role_service_access_by_role_id`
    return (await instance.send<Role>('GET', path, { as: instance.root })).body.role_service_access_by_role_id
  }
  return { ...page, stored, other }
}

test('a verb is ticked for a whole service and for one of its components, and stored as rules', async () => {
  const { user, stored } = await openMatrix()
  expect(screen.getByRole('checkbox', { name: 'GET on system, allowed by a wider rule' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'POST on system' }))
  expect(await screen.findByRole('checkbox', { name: 'GET on system' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Components of system' }))
  await user.click(await screen.findByRole('checkbox', { name: 'All on system admin/*' }))
  await user.click(screen.getByRole('checkbox', { name: 'GET on All' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect(await stored()).toMatchObject([
    { component: '*', verb_mask: 2, requestor_mask: 1 },
    { component: 'admin/*', verb_mask: 31 },
  ])
})

test('rules for scripts are another sheet', async () => {
  const { user, stored } = await openMatrix()
  await user.selectOptions(screen.getByLabelText('Rules for calls by'), 'SCRIPT')
  await user.click(await screen.findByRole('checkbox', { name: 'DELETE on All' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect(await stored()).toMatchObject([
    { verb_mask: 1, requestor_mask: 1 },
    { verb_mask: 16, requestor_mask: 2 },
  ])
})

test('rules are taken over from another role', async () => {
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

test('a search leaves the lines that it is about', async () => {
  const { user } = await openMatrix()
  await user.type(screen.getByLabelText('Search rules'), 'syst')
  const matrix = within(screen.getByRole('table', { name: 'Access by service and verb' }))
  await waitFor(() => expect(matrix.getAllByRole('row')).toHaveLength(2))
})
