import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseService } from '../../testing/choose-service.ts'
import { visit } from '../../testing/render-route.tsx'

type Role = Record<string, unknown> & { role_service_access_by_role_id: Record<string, unknown>[] }

/** Replaces the responses to requests whose URL ends with `part` or, if `part` has a query, contains it. */
function answering(part: string, body: object, status = 200) {
  return (reach: typeof fetch): typeof fetch =>
    (input, init) =>
      String(input).endsWith(part) || (part.includes('?') && String(input).includes(part))
        ? Promise.resolve(Response.json(body, { status }))
        : reach(input, init)
}

const related = 'related=role_service_access_by_role_id,lookup_by_role_id'

async function openRole(
  role: Parameters<Awaited<ReturnType<typeof testInstance>>['make']['role']>[0] | null,
  options: Partial<Parameters<typeof visit>[2]> = {},
) {
  const instance = await testInstance()
  await instance.make.service({ name: 'shop', type: 'sqlite' })
  const made = role && (await instance.make.role(role))
  const page = await visit(instance, made ? `/roles/${made.id}` : '/roles/new', {
    as: instance.root,
    through: answering('/shop/?as_access_list', { resource: ['', '*', '_table/*'] }),
    ...options,
  })
  await screen.findByLabelText(/^Name/)
  const read = async (id: number | undefined = made?.id) =>
    (await instance.send<Role>('GET', `system/role/${id}?${related}`, { as: instance.root })).body
  return { instance, read, id: made?.id ?? 0, ...page }
}
const openAccess = async (user: Awaited<ReturnType<typeof visit>>['user']) => {
  await user.click(screen.getByRole('tab', { name: /Access/ }))
  await user.click(await screen.findByText('Rules'))
}

test('does not send a role without a name, and shows the error on Basic', async () => {
  const { user } = await openRole(null)
  await openAccess(user)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Name is required.')).length).toBeGreaterThan(0)
  expect(screen.getByRole('tab', { name: /Basic.*has errors/ }).getAttribute('aria-selected')).toBe('true')
})

test('marks the tab with duplicate lookup keys', async () => {
  const { user } = await openRole({ name: 'Readers' })
  await user.click(screen.getByRole('tab', { name: 'Lookup Keys' }))
  for (const number of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Add lookup key' }))
    await user.type(screen.getByLabelText(`Name of key ${number}`), 'same')
  }
  await user.click(screen.getByRole('tab', { name: 'Basic' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Name is not unique.')).toHaveLength(2)
  expect(screen.getByRole('tab', { name: /Lookup Keys.*has errors/ })).toBeTruthy()
})

test('marks a service whose components cannot be loaded, and selects none', async () => {
  const { user } = await openRole(
    { name: 'Readers' },
    { through: answering('/user/?as_access_list', { error: { code: 500, message: 'Engine away.' } }, 500) },
  )
  await openAccess(user)
  await user.click(await screen.findByRole('button', { name: 'Add rule' }))
  await chooseService(user, 'Service of rule 1', 'user')
  expect(await screen.findByText('Engine away.')).toBeTruthy()
  await user.click(await screen.findByLabelText('Component of rule 1'))
  expect(await screen.findByDisplayValue('Service Error')).toBeTruthy()
})

test('warns of a rule for a missing service', async () => {
  const { user } = await openRole(
    { name: 'Old', access: [{ service_id: 1, component: '*', verbs: ['GET'] }] },
    { through: answering('/api/v2/', { services: [], service_types: [] }) },
  )
  await openAccess(user)
  expect(await screen.findByText('Service with id "1" not found.')).toBeTruthy()
})

test('warns of duplicate rules and an empty filter, but saves them', async () => {
  const rule = { service_id: null, component: '*', verbs: ['GET' as const] }
  const { user, read } = await openRole({ name: 'Twice', access: [rule, rule] })
  await openAccess(user)
  expect(await screen.findAllByRole('img', { name: /Another rule has the same/ })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Delete rule 2' }))
  await chooseService(user, 'Service of rule 1', 'shop')
  await user.click(screen.getByRole('button', { name: 'Add filter' }))
  await user.click(screen.getByRole('button', { name: 'Add condition' }))
  expect(await screen.findByRole('img', { name: /filter without a field/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect((await read()).role_service_access_by_role_id).toMatchObject([
    { component: '*', verb_mask: 1, filters: [{ name: '', operator: '=', value: '' }] },
  ])
})

test('creates a role with rules, filters and keys', async () => {
  const { user, address, instance } = await openRole(null)
  await user.type(screen.getByLabelText(/^Name/), 'Buyers')
  await user.click(screen.getByLabelText('Active'))
  await openAccess(user)
  await user.click(await screen.findByRole('button', { name: 'Add rule' }))
  await chooseService(user, 'Service of rule 1', 'shop')
  const line = within(screen.getByRole('listitem', { name: 'Rule 1' }))
  await user.selectOptions(line.getByLabelText('Component of rule 1'), 'Other…')
  await user.clear(screen.getByLabelText('Component of rule 1'))
  await user.paste('_table/order/*')
  await user.click(line.getByRole('button', { name: 'None Selected' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'GET (read)' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'POST (create)' }))
  await user.keyboard('{Escape}')
  expect(await line.findByRole('button', { name: '2 Selected' })).toBeTruthy()
  await user.click(line.getByRole('button', { name: 'API' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'SCRIPT' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Add filter' }))
  for (const [index, name] of ['buyer', 'state'].entries()) {
    await user.click(screen.getByRole('button', { name: 'Add condition' }))
    await user.click(screen.getByLabelText(`Field of condition ${index + 1}`))
    await user.paste(name)
  }
  await user.click(screen.getByLabelText('Value of condition 1'))
  await user.paste('{user.id}')
  await user.selectOptions(screen.getByLabelText('Operator of condition 2'), 'is null')
  await user.click(screen.getByRole('button', { name: 'AND' }))
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Role saved successfully.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/roles'))
  const { body } = await instance.send<{ resource: Role[] }>('GET', `system/role?${related}`, { as: instance.root })
  expect(body.resource).toMatchObject([
    {
      name: 'Buyers',
      is_active: true,
      role_service_access_by_role_id: [
        {
          component: '_table/order/*',
          verb_mask: 3,
          requestor_mask: 3,
          filter_op: 'OR',
          filters: [
            { name: 'buyer', operator: '=', value: '{user.id}' },
            { name: 'state', operator: 'is null', value: null },
          ],
        },
      ],
    },
  ])
})

test('stores removed and changed rules, and does not send unchanged ones', async () => {
  const sent: string[] = []
  const rule = (component: string) => ({ service_id: null, component, verbs: ['GET' as const] })
  const { user, read } = await openRole(
    { name: 'Three', access: [rule('a'), rule('b'), rule('c')] },
    {
      through: (reach) => (input, init) => {
        if (init?.method === 'PUT') sent.push(String(init.body))
        return reach(input, init)
      },
    },
  )
  await openAccess(user)
  await user.click(await screen.findByRole('button', { name: 'Delete rule 1' }))
  await user.selectOptions(screen.getByLabelText('Component of rule 1'), '(service root)')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully.')).toBeTruthy()
  expect(JSON.parse(sent[0] ?? '{}').role_service_access_by_role_id).toHaveLength(2)
  expect((await read()).role_service_access_by_role_id.map(({ component }) => component)).toEqual(['', 'c'])
})

test('starts a copy with the same rules under another name', async () => {
  const instance = await testInstance()
  const { id } = await instance.make.role({
    name: 'First',
    access: [{ service_id: null, component: '*', verbs: ['GET'] }],
  })
  const { user } = await visit(instance, `/roles/new?copy=${id}`, { as: instance.root })
  expect(await screen.findByDisplayValue('First copy')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role saved successfully.')).toBeTruthy()
  const { body } = await instance.send<{ resource: Role[] }>('GET', `system/role?${related}&order=id`, {
    as: instance.root,
  })
  expect(body.resource.map((role) => [role.name, role.role_service_access_by_role_id.length])).toEqual([
    ['First', 1],
    ['First copy', 1],
  ])
})

test('renders only the visible ones of ten thousand rules, and finds others by a search', async () => {
  const instance = await testInstance()
  const { id } = await instance.make.role({ name: 'Large' })
  const service_id = await instance.make.serviceId('user')
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    service_id,
    component: `part${index}`,
    verb_mask: 1,
    requestor_mask: 1,
  }))
  const { status } = await instance.send('PATCH', `system/role/${id}`, {
    as: instance.root,
    body: { role_service_access_by_role_id: rows },
  })
  expect(status).toBe(200)
  const { user } = await visit(instance, `/roles/${id}`, { as: instance.root })
  await user.click(await screen.findByRole('tab', { name: 'Access' }))
  await user.click(await screen.findByText('Rules'))
  expect(await screen.findByText('10,000 rules')).toBeTruthy()
  expect(screen.getByLabelText('Access rules').childElementCount).toBeLessThan(60)
  await user.click(screen.getByLabelText('Search rules'))
  await user.paste('part9876')
  expect(await screen.findByText('1 of 10,000')).toBeTruthy()
})

test('shows equal rules for a list and its records as one line, which changes and deletes both', async () => {
  const rule = (component: string) => ({ service_id: 1, component, verbs: ['GET'] as const })
  const { user, read } = await openRole({
    name: 'Readers',
    access: [rule('_table/orders'), rule('_table/orders/*'), rule('_table/other')],
  })
  await openAccess(user)
  const lines = () => within(screen.getByRole('list', { name: 'Access rules' })).getAllByRole('listitem')
  expect(lines()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Delete rule 1' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { role_service_access_by_role_id: rules } = await read()
    expect(rules.map(({ component }) => component)).toEqual(['_table/other'])
  })
})
