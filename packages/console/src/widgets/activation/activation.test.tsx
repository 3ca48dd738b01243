import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = await sharedInstance()
const { root, send, make } = instance
const open = (path: string) => visit(instance, path, { as: root })

describe('what is created inactive says so, and can be activated at once', () => {
  test('a role', async () => {
    const { user } = await open('/roles/new')
    await user.type(await screen.findByLabelText(/^Name/), 'Sleepers')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Sleepers is inactive. Requests that rely on it are rejected with 403.')
    await user.click(screen.getByRole('button', { name: 'Activate' }))
    await screen.findByText('Sleepers is active now.')
    const { body } = await send('GET', 'system/role?filter=name="Sleepers"', { as: root })
    expect(body).toMatchObject({ resource: [{ is_active: true }] })
  })

  test('an active one says nothing', async () => {
    const { user } = await open('/roles/new')
    await user.type(await screen.findByLabelText(/^Name/), 'Wakers')
    await user.click(screen.getByLabelText('Active'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Role saved successfully.')
    expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
  })
})

test('an inactive role is marked where it is picked, and where it is chosen', async () => {
  await send('POST', 'system/role', { as: root, body: { resource: [{ name: 'Dozers', is_active: false }] } })
  await make.role({ name: 'Readers' })
  const { user } = await open('/apps/new')
  await user.click(await screen.findByRole('button', { name: /Assign a Default Role/ }))
  const option = await screen.findByRole('option', { name: /Dozers/ })
  expect(option.textContent).toContain('Inactive')
  expect((await screen.findByRole('option', { name: /Readers/ })).textContent).not.toContain('Inactive')
  await user.click(option)
  await waitFor(() => screen.getByText(/^This role is inactive/))
})
