import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send, make } = instance
const create = async (collection: string, record: object) => {
  const { body } = await send<{ resource: { id: number }[] }>('POST', `system/${collection}`, {
    as: root,
    body: { resource: [record] },
  })
  return body.resource[0]?.id ?? 0
}

let api: number
let endpoint: number
beforeAll(async () => {
  api = await create('custom_api', { name: 'people' })
  await create('custom_api_source', { api_id: api, service_id: await make.serviceId('sample') })
  const step = { id: 'customers', service: 'sample', resource: '_table/customer' }
  endpoint = await create('custom_api_endpoint', {
    api_id: api,
    method: 'GET',
    path: '/a',
    execution_plan: { steps: [step] },
  })
})

test('an inactive endpoint may be unfinished', async () => {
  const draft = { api_id: api, method: 'POST', path: '/draft', is_active: false, execution_plan: { steps: [] } }
  await create('custom_api_endpoint', draft)
  await visit(instance, '/custom-apis', { as: root })
  const listed = (await screen.findByRole('link', { name: /people/ })).closest('li')
  await waitFor(() => expect(listed?.textContent).toMatch(/2 endpoints.*Draft/))
  await visit(instance, `/custom-apis/${api}`, { as: root })
  const row = (await screen.findByRole('link', { name: /\/draft/ })).closest('li')
  expect(row?.textContent).toContain('Inactive')
})

test('asks before a source is removed, and tells since when endpoints do not work, and why', async () => {
  const { user } = await visit(instance, `/custom-apis/${api}?section=sources`, { as: root })
  await user.click(await screen.findByRole('button', { name: 'Remove sample' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove the source sample?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Remove sample' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove sample' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'Remove the source sample?' }))
  await user.click(again.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No sources yet. Add the first service.')).toBeTruthy()

  await user.click(screen.getByRole('tab', { name: 'Endpoints' }))
  const row = (await screen.findByRole('link', { name: /\/a/ })).closest('li')
  await waitFor(() => expect(row?.textContent).toMatch(/just now.*Needs changes/))

  await visit(instance, `/custom-apis/${api}/${endpoint}`, { as: root })
  const banner = within(await screen.findByRole('alert'))
  expect(banner.getByText(/^Failing since .*\d/)).toBeTruthy()
  expect(banner.getByText(/'sample' is not among the services/)).toBeTruthy()
})
