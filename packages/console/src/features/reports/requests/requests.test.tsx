import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'
import { withoutFeatures } from '../../../testing/saying.ts'

async function instanceWithRefusal() {
  const instance = await testInstance()
  const role = await instance.make.role({ name: 'Nobody' })
  const app = await instance.make.app({ name: 'Shop', role_id: role.id })
  const call = () => instance.send('DELETE', 'db/_table/orders/7?filter=secret%3D42', { key: String(app.api_key) })
  await call()
  return { instance, app, call }
}

test('shows no requests for servers without a request log', async () => {
  const { instance } = await instanceWithRefusal()
  await visit(instance, '/reports', { as: instance.root, through: withoutFeatures })
  await screen.findByRole('heading', { name: 'Reports' })
  expect(screen.queryByRole('link', { name: 'Requests' })).toBeNull()
})

test('takes no conditions along to the other reports', async () => {
  const { instance } = await instanceWithRefusal()
  await visit(instance, '/reports/requests?where=outcome:is:refused&sort=-status', { as: instance.root })
  const leads = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await leads('Service changes')).toBe('/reports')
  expect(await leads('Requests')).toBe('/reports/requests?where=own%3Ais%3Awithout')
})

test('shows the steps of a rejected request, links to its explanation, and repeats it without secrets', async () => {
  const { instance, app } = await instanceWithRefusal()
  const { user, address } = await visit(instance, '/reports/requests?where=outcome:is:refused', { as: instance.root })
  await user.click(await screen.findByRole('link', { name: /^db/ }))
  const panel = within(await screen.findByRole('dialog', { name: /^DELETE db/ }))
  const steps = within(await panel.findByRole('list', { name: 'What happened' }))
  expect((await steps.findByRole('link', { name: 'Shop' })).getAttribute('href')).toBe(`/apps/${app.id}`)
  expect(steps.getByText('Response')).toBeTruthy()
  const command = panel.getByText(/^curl -X DELETE/).textContent
  expect(command).toContain('YOUR_API_KEY')
  expect(document.body.textContent).not.toContain('secret=42')
  expect(document.body.textContent).not.toContain(String(app.api_key))
  await user.click(panel.getByRole('link', { name: 'Explain access' }))
  await waitFor(() => expect(address()).toContain('/roles/explain?'))
  expect(await screen.findByText(/^Refused with/)).toBeTruthy()
})

test('shows requests live, also without a stream; pausing keeps the list still and loses nothing', async () => {
  const { instance, call } = await instanceWithRefusal()
  const through = respondWith({ part: 'request_log/tail' }, 404, { error: { code: 404, message: 'Not found.' } })
  const { user } = await visit(instance, '/reports/requests?live=1', { as: instance.root, through })
  expect(await screen.findByText(/^Live\./)).toBeTruthy()
  await call()
  const rows = within(await screen.findByRole('region', { name: 'Incoming requests' }))
  expect(await rows.findByText('DELETE')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  await call()
  expect(await screen.findByText(/1 new/)).toBeTruthy()
  expect(rows.getAllByText('DELETE')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(rows.getAllByText('DELETE')).toHaveLength(2))
})
