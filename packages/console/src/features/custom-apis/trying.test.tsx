import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send, make } = instance

async function create(collection: string, record: object): Promise<number> {
  const body = { resource: [record] }
  const answer = await send<{ resource: { id: number }[] }>('POST', `system/${collection}`, { as: root, body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.resource[0]?.id ?? 0
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const customers = async () => {
  const { body } = await send<{ meta: { count: number } }>('GET', 'sample/_table/customer?include_count=true&limit=1', {
    as: root,
  })
  return body.meta.count
}

test('tries writes that are undone, as a role, and saves them as all or nothing', async () => {
  const api = await create('custom_api', { name: 'writing', base_path: 'writing' })
  await create('custom_api_source', { api_id: api, service_id: await make.serviceId('sample') })
  const found = await send<{ resource: Record<string, unknown>[] }>('GET', 'sample/_table/customer?limit=1', {
    as: root,
  })
  const { id: _, email: __, ...customer } = found.body.resource[0] ?? {}
  const add = { service: 'sample', resource: '_table/customer', method: 'POST', body: { resource: [customer] } }
  const execution_plan = {
    steps: [
      { ...add, id: 'one' },
      { ...add, id: 'other' },
    ],
  }
  const endpoint = await create('custom_api_endpoint', {
    api_id: api,
    method: 'POST',
    path: '/customers',
    execution_plan,
  })
  const role = await make.role({ access: [] })
  const before = await customers()
  const warnings = vi.spyOn(console, 'warn')

  const { user } = await visit(instance, `/custom-apis/${api}/${endpoint}`, { as: root })
  const panel = within(await screen.findByRole('region', { name: 'Try it' }))
  await user.selectOptions(panel.getByLabelText('Mode'), 'Undone writes')
  await user.click(await button('Run'))
  expect(await panel.findByText('Succeeded')).toBeTruthy()
  // Both steps are about one table, whose columns are one query.
  expect(warnings).not.toHaveBeenCalled()
  warnings.mockRestore()
  await user.selectOptions(panel.getByLabelText('As whom'), 'A role')
  const run = await button('Run')
  expect(run.getAttribute('aria-disabled') ?? String((run as HTMLButtonElement).disabled)).toBe('true')
  const { body: named } = await send<{ name: string }>('GET', `system/role/${role.id}`, { as: root })
  await user.click(panel.getByRole('button', { name: /^A role: Choose/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Search roles' }), named.name)
  await user.click(await screen.findByRole('option', { name: new RegExp(named.name) }))
  await user.click(await button('Run'))
  expect(await panel.findByText(/User is not authenticated|not allowed|Forbidden/)).toBeTruthy()
  expect(within(panel.getByLabelText('Mode')).queryByText('Real writes')).toBeNull()
  expect(await customers()).toBe(before)

  await user.click(screen.getByLabelText('All or nothing'))
  await user.click(await button('Save'))
  await waitFor(async () => {
    const { body } = await send('GET', `system/custom_api_endpoint/${endpoint}`, { as: root })
    expect(body).toMatchObject({ execution_plan: { transaction: true } })
  })
})

test('keeps examples, which refuse a publication when they fail', async () => {
  const api = await create('custom_api', { name: 'examples', base_path: 'examples' })
  await create('custom_api_source', { api_id: api, service_id: await make.serviceId('sample') })
  const steps = [{ id: 'one', service: 'sample', resource: '_table/customer/{path.id}' }]
  const endpoint = await create('custom_api_endpoint', {
    api_id: api,
    method: 'GET',
    path: '/one/{id}',
    execution_plan: { steps },
  })
  const { user } = await visit(instance, `/custom-apis/${api}/${endpoint}`, { as: root })
  const panel = within(await screen.findByRole('region', { name: 'Try it' }))
  const keep = async (id: string, name: string) => {
    await user.clear(panel.getByLabelText(/^id/))
    await user.type(panel.getByLabelText(/^id/), id)
    await user.type(panel.getByLabelText('Name of the example'), `${name}{Enter}`)
  }
  await keep('1', 'First')
  await keep('4711', 'Nobody')
  await user.type(panel.getByLabelText('Name of the example'), 'First')
  expect(await panel.findByText('An example with this name already exists.')).toBeTruthy()
  await user.clear(panel.getByLabelText('Name of the example'))
  await user.click(panel.getByRole('button', { name: 'Load First' }))
  expect(panel.getByLabelText<HTMLInputElement>(/^id/).value).toBe('1')
  await user.click(await button('Save and publish'))
  expect(await screen.findByText(/GET \/one\/\{id\}, example 'Nobody': /)).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Remove Nobody' }))
  await user.click(await button('Save and publish'))
  await waitFor(async () => {
    const { body } = await send('GET', `system/custom_api/${api}`, { as: root })
    expect(body).toMatchObject({ published_revision: 1 })
  })
  const { body } = await send('GET', `system/custom_api_endpoint/${endpoint}`, { as: root })
  expect(body).toMatchObject({ docs: { examples: [{ name: 'First', path_params: { id: '1' } }] } })
})
