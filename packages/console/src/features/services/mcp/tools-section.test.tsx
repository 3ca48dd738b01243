import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const as = { as: instance.root }

test('selects several exposed services in a row, and retains unknown names until they are removed', async () => {
  const record = {
    name: 'chosen',
    label: 'C',
    type: 'mcp',
    is_active: true,
    config: { exposed_services: ['gone', 'SAMPLE'] },
  }
  const made = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    ...as,
    body: { resource: [record] },
  })
  const id = made.body.resource[0]?.id
  const { user } = await visit(instance, `/services/${id}?section=config`, as)
  const exposed = within(await screen.findByRole('list', { name: 'Exposed Services' }))
  expect(await exposed.findByText('Sample Database')).toBeTruthy()
  expect(exposed.getByText('Not found')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Exposed Services: Add services' }))
  await user.click(await screen.findByRole('option', { name: /\bfiles\b/ }))
  expect(screen.queryByRole('option', { name: /\bsystem\b|\bsample\b/ })).toBeNull()
  await user.click(await screen.findByRole('option', { name: /\blogs\b/ }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Remove gone' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { body } = await instance.send<{ config: object }>('GET', `system/service/${id}`, as)
    expect(body.config).toMatchObject({ exposed_services: ['SAMPLE', 'files', 'logs'] })
  })
})

test('shows the tools of a role and their cost, and tries and disables a tool', async () => {
  const record = {
    name: 'assistant',
    label: 'A',
    type: 'mcp',
    is_active: true,
    config: { exposed_services: ['sample'] },
  }
  const made = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    ...as,
    body: { resource: [record] },
  })
  const id = made.body.resource[0]?.id
  const access = [
    { service_id: await instance.make.serviceId('sample'), component: '_table/contact', verbs: ['GET'] as const },
  ]
  await instance.make.role({ name: 'Clerk', access })
  const { user } = await visit(instance, `/services/${id}`, as)
  await user.click(await screen.findByRole('tab', { name: 'Tools' }))
  expect(await screen.findByText(/^11 tools, about [\d,]+ tokens/)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'View as: Myself' }))
  await user.click(await screen.findByRole('option', { name: /^Clerk/ }))
  expect(await screen.findByText(/^4 tools/)).toBeDefined()
  await user.selectOptions(await screen.findByLabelText('Tool'), 'get_table_data')
  const args = await screen.findByLabelText('Arguments')
  await user.clear(args)
  await user.click(args)
  await user.paste('{"table_name":"customer"}')
  await user.click(screen.getByRole('button', { name: 'Call' }))
  const read = await screen.findByLabelText<HTMLTextAreaElement>('What the assistant sees')
  expect(read.value).toContain('Permission: ')

  await user.click(screen.getByRole('checkbox', { name: 'get_table_data' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { body } = await instance.send<{ config: object }>('GET', `system/service/${id}`, as)
    expect(body.config).toMatchObject({ disabled_tools: ['get_table_data'] })
  })
})

test('disables tools of a service that lists only a few, except those that find the others', async () => {
  const config = { exposed_services: ['sample'], lazy_mode: 'on' }
  const record = { name: 'brief', label: 'B', type: 'mcp', is_active: true, config }
  const made = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    ...as,
    body: { resource: [record] },
  })
  const id = made.body.resource[0]?.id
  const { user } = await visit(instance, `/services/${id}?section=tools`, as)
  await user.click(await screen.findByRole('checkbox', { name: 'get_tables' }))
  expect(screen.queryByRole('checkbox', { name: 'search_tools' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { body } = await instance.send<{ config: object }>('GET', `system/service/${id}`, as)
    expect(body.config).toMatchObject({ disabled_tools: ['get_tables'] })
  })
})

test('exposes operations of other APIs as tools only when selected', async () => {
  const paths = { '/parts': { get: { operationId: 'getParts', summary: 'All parts', responses: {} } } }
  const content = JSON.stringify({ openapi: '3.0.3', paths })
  const records = [
    {
      name: 'shop',
      label: 'Shop',
      type: 'rws',
      is_active: true,
      config: { base_url: 'https://shop.test' },
      service_doc_by_service_id: { format: 0, content },
    },
    { name: 'seller', label: 'Seller', type: 'mcp', is_active: true, config: { exposed_services: ['shop'] } },
  ]
  const made = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    ...as,
    body: { resource: records },
  })
  const id = made.body.resource[1]?.id
  const { user } = await visit(instance, `/services/${id}?section=tools`, as)
  const parts = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'shop_getParts' })
  expect(parts.checked).toBe(false)
  expect(screen.getByText(/^0 tools/)).toBeDefined()
  await user.click(parts)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^1 tool,/)).toBeDefined()
  expect(parts.checked).toBe(true)
})

test('reports what keeps assistants away, and which roles use the service', async () => {
  const record = { name: 'door', label: 'D', type: 'mcp', is_active: true, config: { exposed_services: ['missing'] } }
  const made = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    ...as,
    body: { resource: [record] },
  })
  const id = made.body.resource[0]?.id
  const access = [{ service_id: id ?? null, component: '*', verbs: ['GET'] as const }]
  const role = await instance.make.role({ name: 'Doorkeeper', access })
  const { user } = await visit(instance, `/services/${id}`, as)
  await user.click(await screen.findByRole('tab', { name: 'Connect' }))
  expect(await screen.findByText(/The exposed service 'missing' is missing or inactive/)).toBeDefined()
  const roles = within(await screen.findByRole('list', { name: 'Access' }))
  expect(roles.getByRole('link', { name: 'Doorkeeper' }).getAttribute('href')).toBe(`/roles/${role.id}`)
  expect(roles.getByText('0 requests in 30 days')).toBeDefined()
})
