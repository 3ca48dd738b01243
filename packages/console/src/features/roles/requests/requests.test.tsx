import { testInstance } from '@millwright/instance/testing/test-instance'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const table = 'sample/_table/customer?limit=1'

async function asked() {
  const instance = await testInstance({ config: { sampleData: true } })
  const app = await instance.make.app({ name: 'Reporter' })
  const user = await instance.make.user({ name: 'Una' })
  const body = { resource: [{ service: 'sample', component: '_table/customer/*', note: 'For the report' }] }
  const by = { as: user, key: app.api_key }
  expect((await instance.send('POST', 'system/access_request', { ...by, body })).status).toBe(201)
  const read = async () => (await instance.send('GET', table, by)).status
  return { instance, by, read }
}

test('says why a decision was refused, and keeps it', async () => {
  const { instance, read } = await asked()
  const { user } = await visit(instance, '/roles/requests', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Decide…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Una: sample _table/customer/*' }))
  fireEvent.change(dialog.getByLabelText(/^Ends/), { target: { value: '2020-01-01T00:00' } })
  await user.click(dialog.getByRole('button', { name: 'Grant access' }))
  expect(await dialog.findByText(/until must be a date/)).toBeTruthy()
  expect(await read()).toBe(403)
})

test('grants access for a time and ends it, or denies it', async () => {
  const { instance, by, read } = await asked()
  const { user } = await visit(instance, '/roles/requests', { as: instance.root })
  expect(await screen.findByText('For the report')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Decide…' }))
  await user.click(await screen.findByRole('button', { name: 'Grant access' }))
  expect(await screen.findByText('Access is granted.')).toBeTruthy()
  expect(await read()).toBe(200)
  await user.click(await screen.findByRole('button', { name: 'End the access to sample _table/customer/*' }))
  await user.click(await screen.findByRole('button', { name: 'End access' }))
  expect(await screen.findByText('The access has ended.')).toBeTruthy()
  await waitFor(async () => expect(await read()).toBe(403))

  const body = { resource: [{ service: 'sample', component: '_table/contact/*' }] }
  await instance.send('POST', 'system/access_request', { ...by, body })
  const again = await visit(instance, '/roles/requests', { as: instance.root })
  await again.user.click(await screen.findByRole('button', { name: 'Decide…' }))
  await again.user.click(await screen.findByLabelText('Deny'))
  await again.user.click(screen.getByRole('button', { name: 'Deny request' }))
  expect(await screen.findByText('The request is denied.')).toBeTruthy()
})
