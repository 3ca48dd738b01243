import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'
import { withoutFeatures } from '../../../testing/saying.ts'

/** An instance with requests of an app: seven successful ones, and two rejected ones. */
async function instanceInUse() {
  const instance = await testInstance()
  const db = await instance.make.serviceId('db')
  const role = await instance.make.role({
    name: 'Readers',
    is_active: true,
    access: [{ service_id: db, component: '*', verbs: ['GET'] }],
  })
  const app = await instance.make.app({ name: 'Shop', role_id: role.id })
  const key = String(app.api_key)
  for (let at = 0; at < 7; at++) await instance.send('GET', 'db/_table', { key })
  for (let at = 0; at < 2; at++) await instance.send('DELETE', 'db/_table/orders', { key })
  return instance
}

const figure = async (label: string) => {
  const tiles = within(await screen.findByRole('list', { name: 'Figures' }))
  return (await tiles.findByText(label)).closest('li')?.textContent
}

test('shows the plain Home if usage is not counted', async () => {
  const instance = await testInstance()
  await visit(instance, '/home', { as: instance.root, through: withoutFeatures })
  expect(await screen.findByRole('list', { name: 'First steps' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Dashboard' })).toBeNull()
})

test('shows Home without usage to people who may not see it', async () => {
  const instance = await testInstance()
  const through = rejectWith({ part: 'system/usage' }, 403, 'No.')
  await visit(instance, '/home', { as: instance.root, through })
  expect(await screen.findByRole('list', { name: 'First steps' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Dashboard' })).toBeNull()
})

test('shows a failure to load usage in place, with a button to retry', async () => {
  const instance = await testInstance()
  const through = rejectWith({ part: 'system/usage' }, 500, 'Out of order.')
  await visit(instance, '/home', { as: instance.root, through })
  const dashboard = await screen.findByRole('region', { name: 'Dashboard' })
  expect(await within(dashboard).findByText('Out of order.')).toBeTruthy()
  expect(within(dashboard).getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('shows the first steps before usage on a new instance, and how to make the first request', async () => {
  const instance = await testInstance()
  await visit(instance, '/home', { as: instance.root })
  const dashboard = await screen.findByRole('region', { name: 'Dashboard' })
  expect(await within(dashboard).findByText('No requests in this period')).toBeTruthy()
  const steps = screen.getByRole('list', { name: 'First steps' })
  expect(steps.compareDocumentPosition(dashboard)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('does not put figures first because of requests by the console or its first call', async () => {
  const instance = await testInstance()
  const { body } = await instance.send<{ resource: { name: string; api_key: string }[] }>('GET', 'system/app', {
    as: instance.root,
  })
  const own = body.resource.find(({ name }) => name === 'admin')
  const first = await instance.make.app({ name: 'First call' })
  for (const key of [own?.api_key ?? '', String(first.api_key)])
    await instance.send('GET', 'db/_table', { as: instance.root, key })
  await visit(instance, '/home', { as: instance.root })
  const dashboard = await screen.findByRole('region', { name: 'Dashboard' })
  await waitFor(async () => expect(await figure('Requests')).toMatch(/^Requests1\b/))
  const steps = screen.getByRole('list', { name: 'First steps' })
  expect(steps.compareDocumentPosition(dashboard)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('starts with usage on an instance in use: number of requests, callers, resources, and reasons for rejections', async () => {
  const instance = await instanceInUse()
  const { user, address } = await visit(instance, '/home', { as: instance.root })
  const dashboard = await screen.findByRole('region', { name: 'Dashboard' })
  await waitFor(async () => expect(await figure('Requests')).toContain('9'))
  await waitFor(async () => expect(await figure('Refused')).toContain('2'))
  const steps = screen.getByRole('list', { name: 'First steps' })
  expect(steps.compareDocumentPosition(dashboard)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  const rows = async (title: string) =>
    within(await within(dashboard).findByRole('region', { name: title })).findAllByRole('row')
  await waitFor(async () => expect((await rows('Services'))[1]?.textContent).toMatch(/^db9/))
  await waitFor(async () => expect((await rows('Apps'))[1]?.textContent).toMatch(/^Shop9/))
  expect((await rows('Refusals by reason'))[1]?.textContent).toMatch(/2100%$/)
  const plot = await screen.findByRole('slider', { name: 'Requests, step by step' })
  expect(plot.getAttribute('aria-valuetext')).toMatch(/Answered \d+/)
  await user.click(within(dashboard).getByRole('radio', { name: '7d' }))
  await waitFor(() => expect(address()).toBe('/home?range=7d'))
  await waitFor(async () => expect(await figure('Requests')).toContain('9'))
})

test('links current problems to where they are fixed', async () => {
  const instance = await instanceInUse()
  const { body } = await instance.send<{ resource: { id: number }[] }>('POST', 'system/limit', {
    as: instance.root,
    body: { resource: [{ name: 'nothing passes', type: 'instance.role', role_id: 1, rate: 0, period: 'day' }] },
  })
  await visit(instance, '/home', { as: instance.root })
  const wrong = within(await screen.findByRole('region', { name: 'Current problems' }))
  const link = await wrong.findByRole('link', { name: /^Limit nothing passes/ })
  expect(link.getAttribute('href')).toBe(`/limits/${body.resource[0]?.id}`)
})
