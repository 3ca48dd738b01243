import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { codeEditor, typeCode } from '../../testing/code-editor.ts'
import { visit } from '../../testing/render-route.tsx'
import { withoutFeatures } from '../../testing/saying.ts'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send } = instance
const open = (path: string, through?: Parameters<typeof visit>[2]['through']) =>
  visit(instance, path, { as: root, ...(through && { through }) })

type Stored = Readonly<Record<string, unknown>>
const list = async (path: string) => (await send<{ resource: Stored[] }>('GET', path, { as: root })).body.resource
const create = async (collection: string, record: object) => {
  const { status, body } = await send<{ resource: { id: number }[] }>('POST', `system/${collection}`, {
    as: root,
    body: { resource: [record] },
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.resource[0]?.id ?? 0
}
const sampleId = async () => Number((await list('system/service?filter=name=sample'))[0]?.id)

/** An API with the sample database as its source. */
async function api(name: string): Promise<number> {
  const id = await create('custom_api', { name, base_path: name })
  await create('custom_api_source', { api_id: id, service_id: await sampleId() })
  return id
}
const step = { id: 'customers', service: 'sample', resource: '_table/customer' }
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const endpoints = (apiId: number) => list(`system/custom_api_endpoint?filter=api_id=${apiId}&order=id`)

test('is hidden from servers without custom APIs, and says why it cannot be loaded elsewhere', async () => {
  await open('/home', withoutFeatures)
  await screen.findByRole('link', { name: 'Scripts' })
  expect(screen.queryByRole('link', { name: 'Custom APIs' })).toBeNull()
  await open('/custom-apis', rejectWith({ part: 'system/custom_api?' }, 500, 'Out of order.'))
  expect(await screen.findByText('Out of order.')).toBeTruthy()
})

test('refuses a new API without a table or with a taken path, and creates it with its source and first endpoint', async () => {
  const { user, address } = await open('/custom-apis')
  expect(await screen.findByText('No custom APIs yet')).toBeTruthy()
  await user.click(await button('New API'))
  await user.click(await button('Create API'))
  expect(await screen.findByText('Choose a table.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Service: .*sample$/ })).toBeTruthy()
  const table = screen.getByLabelText<HTMLSelectElement>(/^Table/)
  await waitFor(() => expect(table.options.length).toBeGreaterThan(1))
  await user.selectOptions(table, 'customer')
  const basePath = screen.getByLabelText<HTMLInputElement>(/^Base path/)
  expect(basePath.value).toBe('customer-api')
  fireEvent.change(basePath, { target: { value: ' ' } })
  await user.click(await button('Create API'))
  expect(await screen.findByText('Enter a base path.')).toBeTruthy()
  expect(basePath.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(basePath, { target: { value: 'sample' } })
  await user.click(await button('Create API'))
  expect(await screen.findByText(/there is a service 'sample' already/)).toBeTruthy()
  fireEvent.change(basePath, { target: { value: 'people' } })
  await user.click(await button('Create API'))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Path/)).value).toBe('/customer')
  await user.click(await button('Save'))
  expect(await screen.findByText('Endpoint saved.')).toBeTruthy()
  const [made] = await list('system/custom_api?filter=name=customer-api')
  expect((await endpoints(Number(made?.id)))[0]).toMatchObject({
    method: 'GET',
    path: '/customer',
    execution_plan: { steps: [{ service: 'sample', resource: '_table/customer', params: { limit: '{query.limit}' } }] },
    request_schema: { query: { properties: { limit: { type: 'integer', default: 25 } } } },
  })
  await waitFor(() => expect(address()).toMatch(/^\/custom-apis\/\d+\/\d+$/))
})

test('shows each error at the member of the step, of the console and of the instance, and keeps the others', async () => {
  const id = await api('errors')
  const { user } = await open(`/custom-apis/${id}/new?start=list&service=sample&table=customer`)
  await screen.findByLabelText(/^Path/)
  await user.click(await button('Save and publish'))
  await screen.findByText('Endpoint saved.')
  const [{ id: endpoint } = {}] = await endpoints(id)
  const problems = [
    { step: 'customer', member: 'params.limit', message: 'Too high.' },
    { step: 'customer', member: 'resource', message: 'No such table.' },
    { step: 'customer', member: 'aliases', message: 'Not these.' },
  ]
  const refusal = { error: { code: 422, message: 'All of it.', context: { problems } } }
  const next = await open(
    `/custom-apis/${id}/${endpoint}`,
    respondWith({ part: `system/custom_api_endpoint/${endpoint}`, verb: 'PUT' }, 422, refusal),
  )
  const fields = async () => within(await screen.findByRole('listitem', { name: 'Step 1: customer' }))
  fireEvent.change(await (await fields()).findByLabelText('Limit'), { target: { value: '{steps.later}' } })
  await next.user.click(await button('Save'))
  const limit = await (await fields()).findByLabelText('Limit')
  await waitFor(() => expect(limit.getAttribute('aria-invalid')).toBe('true'))
  expect((await fields()).getByText(/does not name an earlier step/)).toBeTruthy()
  fireEvent.change(limit, { target: { value: '7' } })
  await next.user.click(await button('Save'))
  expect(await (await fields()).findByText('Too high.')).toBeTruthy()
  expect((await fields()).getByText('Not these.')).toBeTruthy()
  expect((await fields()).getByLabelText(/^Table/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('All of it.', { selector: '[role="alert"] *' })).toBeNull()
})

test('composes a second table: a bound condition, moved by keys, removed and put back, all in one draft', async () => {
  const id = await api('composed')
  const { user } = await open(`/custom-apis/${id}/new?start=list&service=sample&table=customer`)
  await screen.findByLabelText(/^Path/)
  await user.click(await button('Add step'))
  const second = async () => within(await screen.findByRole('listitem', { name: /^Step 2/ }))
  await waitFor(async () =>
    expect((await second()).getByLabelText<HTMLSelectElement>(/^Table/).options.length).toBeGreaterThan(1),
  )
  await user.selectOptions((await second()).getByLabelText(/^Table/), 'sales_order')
  await user.click(await (await second()).findByRole('button', { name: 'Add condition' }))
  await waitFor(async () =>
    user.selectOptions((await second()).getByRole('combobox', { name: 'Field of condition 1' }), 'status'),
  )
  await user.click((await second()).getByRole('button', { name: 'Insert placeholder: Value of condition 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New parameter “status”' }))
  expect((await second()).getByLabelText<HTMLInputElement>('Value of condition 1').value).toBe('{query.status}')
  expect(screen.getByLabelText<HTMLInputElement>('Name of status').value).toBe('status')
  await user.click(screen.getByRole('button', { name: 'Respond with all steps' }))

  await user.click(screen.getByRole('button', { name: 'Remove customer' }))
  expect(screen.queryByRole('listitem', { name: /^Step 2/ })).toBeNull()
  await user.click(await button('Undo'))
  const toggle = within(await screen.findByRole('listitem', { name: 'Step 1: customer' })).getByRole('button', {
    name: /^1customer/,
  })
  toggle.focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await screen.findByRole('listitem', { name: 'Step 2: customer' })

  await user.click(screen.getByRole('tab', { name: 'JSON' }))
  const text = (await codeEditor()).state.doc.toString()
  expect(
    JSON.parse(text).execution_plan.steps.map((each: Stored) => [each.id, (each.params as Stored).filter]),
  ).toEqual([
    ['sales_order', 'status = "{query.status}"'],
    ['customer', undefined],
  ])
  typeCode(await codeEditor(), '{"path": ')
  await user.click(await button('Save'))
  expect((await screen.findAllByText('This is not valid JSON.')).length).toBeGreaterThan(0)
  typeCode(await codeEditor(), text.replace('"/customer"', '"/orders/{since}"'))
  await user.click(screen.getByRole('tab', { name: 'Steps' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Name of since')).readOnly).toBe(true)
  await user.click(await button('Save'))
  expect(await screen.findByText('Endpoint saved.')).toBeTruthy()
  expect((await endpoints(id))[0]).toMatchObject({
    path: '/orders/{since}',
    response_mapping: { customer: '{steps.customer.resource}', sales_order: '{steps.sales_order.resource}' },
    request_schema: { path: { required: ['since'] }, query: { properties: { status: { type: 'string' } } } },
  })

  await user.click(await screen.findByRole('tab', { name: 'Code' }))
  await waitFor(async () => expect((await codeEditor()).state.doc.toString()).toContain('/api/v2/composed/orders/x'))
})

test('keeps what was entered when the connection is lost, and saves it afterwards', async () => {
  const id = await api('kept')
  const endpoint = await create('custom_api_endpoint', {
    api_id: id,
    method: 'GET',
    path: '/a',
    execution_plan: { steps: [step] },
  })
  let isLost = true
  const { user } = await open(`/custom-apis/${id}/${endpoint}`, (reach) => (input, init) => {
    if (isLost && init?.method === 'PUT') return Promise.reject(new TypeError('Failed to fetch'))
    return reach(input, init)
  })
  fireEvent.change(await screen.findByLabelText(/^Path/), { target: { value: '/b' } })
  await user.click(await button('Save'))
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Path/).value).toBe('/b')
  isLost = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Endpoint saved.')).toBeTruthy()
  expect((await endpoints(id))[0]).toMatchObject({ path: '/b' })
})

test('publishes, returns to an earlier revision, and lists status, endpoints and errors', async () => {
  const id = await api('listed')
  const endpoint = await create('custom_api_endpoint', {
    api_id: id,
    method: 'GET',
    path: '/a',
    execution_plan: { steps: [step] },
  })
  const { user } = await open(`/custom-apis/${id}`)
  await user.click(await button('Publish'))
  expect(await screen.findByText('listed is published.')).toBeTruthy()
  await send('PATCH', `system/custom_api_endpoint/${endpoint}`, { as: root, body: { path: '/b' } })
  await open(`/custom-apis/${id}?section=versions`)
  expect(await screen.findByText('Unpublished changes')).toBeTruthy()
  const compared = within(await screen.findByRole('region', { name: 'Compare' }))
  expect(await compared.findByText('1 change breaks existing callers.')).toBeTruthy()
  expect(await compared.findByText('Endpoint removed')).toBeTruthy()
  await user.click(await button('Publish'))
  const asked = within(await screen.findByRole('alertdialog', { name: /Publish the changes to listed/ }))
  expect(asked.getAllByText(/^(?:Breaking|Compatible)$/).map(({ textContent }) => textContent)).toEqual([
    'Breaking',
    'Compatible',
  ])
  await user.click(asked.getByRole('button', { name: 'Publish' }))
  await screen.findByText('Revision 2', { selector: 'span' })
  await user.click(await button('Publish again'))
  const again = within(await screen.findByRole('alertdialog', { name: /revision 1 again/ }))
  expect(again.getByText('Endpoint removed')).toBeTruthy()
  await user.click(again.getByRole('button', { name: 'Publish' }))
  await waitFor(async () =>
    expect((await list(`system/custom_api?ids=${id}`))[0]).toMatchObject({ published_revision: 1 }),
  )
  await open('/custom-apis')
  const row = (await screen.findByRole('link', { name: /^listed/ })).closest('li')
  await waitFor(() => expect(row?.textContent).toMatch(/1 endpoint.*Unpublished changes/))
})

test('makes a key whose role can call the API, and read its tables through it only', async () => {
  const id = await api('keyed')
  await create('custom_api_endpoint', { api_id: id, method: 'GET', path: '/a', execution_plan: { steps: [step] } })
  const { user } = await open(`/custom-apis/${id}?section=access`)
  expect(await screen.findByText('Requests are rejected until the API is published.')).toBeTruthy()
  await user.click(await button('Create key'))
  await screen.findByRole('button', { name: 'Copy key' })
  const [role] = await list("system/role?filter=name='keyed key'&related=role_service_access_by_role_id")
  expect(role?.role_service_access_by_role_id).toMatchObject([
    { component: '*', verb_mask: 1, requestor_mask: 1 },
    { component: '_table/customer', verb_mask: 1, requestor_mask: 2 },
  ])
  const code = (await codeEditor()).state.doc.toString()
  const [app] = await list("system/app?filter=name='keyed key'")
  expect(code).toContain(String(app?.api_key))
})

test('starts from a data view and from a request of the log, and says what cannot be listed', async () => {
  const record = { service_id: await sampleId(), table: 'customer', name: 'Few', fields: ['id', 'name'] }
  await create('data_view', { ...record, filter: [{ field: 'id', operator: '<', value: '3' }], shared: true })
  await send('GET', 'sample/_table/customer/1?fields=id', { as: root })
  const { user } = await open('/custom-apis')
  await user.click(await button('New API'))
  const kind = await screen.findByLabelText('Start with')
  await user.selectOptions(kind, 'Stored procedure or function')
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() => expect(dialog.getByText(/_proc|not supported|has none/i)).toBeTruthy())
  await user.selectOptions(kind, 'Data view')
  await user.click(await button('Create API'))
  expect(await screen.findByText('Choose what to start with.')).toBeTruthy()
  const view = await screen.findByLabelText<HTMLSelectElement>(/^Data view/)
  await waitFor(() => expect(view.options.length).toBeGreaterThan(1))
  await user.selectOptions(view, 'Few (sample/customer)')
  await user.click(await button('Create API'))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Path/)).value).toBe('/Few')
  await user.click(await button('Save'))
  expect(await screen.findByText('Endpoint saved.')).toBeTruthy()
  const [made] = await list('system/custom_api?order=id DESC&limit=1')
  expect((await endpoints(Number(made?.id)))[0]).toMatchObject({
    execution_plan: { steps: [{ resource: '_table/customer', params: { filter: 'id < 3', fields: 'id,name' } }] },
  })

  await user.click(await button('Close'))
  await open(`/custom-apis/${made?.id}/new`)
  await user.selectOptions(await screen.findByLabelText('Start with'), 'Request of the log')
  const logged = await screen.findByLabelText<HTMLSelectElement>(/^Request of the log/)
  await waitFor(() =>
    expect([...logged.options].map(({ text }) => text)).toContain('GET sample/_table/customer/{id}?fields=id'),
  )
  await user.selectOptions(logged, 'GET sample/_table/customer/{id}?fields=id')
  await user.click(await button('Continue'))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Path/)).value).toBe('/customer/{id}')
})
