import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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

  const { user } = await visit(instance, `/custom-apis/${api}/${endpoint}`, { as: root })
  const panel = within(await screen.findByRole('region', { name: 'Try it' }))
  await user.selectOptions(panel.getByLabelText('Mode'), 'Undone writes')
  await user.click(await button('Run'))
  expect(await panel.findByText('Succeeded')).toBeTruthy()
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
