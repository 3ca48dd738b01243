import { apiBuilder } from '@millwright/instance/testing/api-builder'
import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseService } from '../../../testing/choose-service.ts'
import { visit } from '../../../testing/render-route.tsx'
import { withoutFeatures } from '../../../testing/saying.ts'

async function people() {
  const instance = await testInstance()
  const user = await instance.make.serviceId('user')
  const reader = await instance.make.role({
    name: 'Readers',
    access: [
      { service_id: user, component: 'profile', verbs: ['GET'] },
      { service_id: null, component: '*', verbs: ['GET'] },
    ],
  })
  const writer = await instance.make.role({
    name: 'Writers',
    access: [{ service_id: user, component: 'custom/*', verbs: ['GET', 'POST'] }],
  })
  const app = await instance.make.app({ name: 'shop', role_id: reader.id })
  const ann = await instance.make.user({ name: 'Ann', roles: [{ app_id: app.id, role_id: writer.id }] })
  return { instance, app, ann, reader }
}

test('is not offered by an instance that does not support it', async () => {
  const { instance } = await people()
  await visit(instance, '/roles', {
    as: instance.root,
    through: withoutFeatures,
  })
  expect(await screen.findByRole('link', { name: 'Readers' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Explain access' })).toBeNull()
})

test('requires a caller', async () => {
  const { instance } = await people()
  const { user } = await visit(instance, '/roles', { as: instance.root })
  await user.click(await screen.findByRole('link', { name: 'Explain access' }))
  await user.selectOptions(await screen.findByLabelText('Caller'), 'A user')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText('Choose a caller.')).toBeTruthy()
})

test('chooses the path by service and component, or accepts a typed one', async () => {
  const { instance } = await people()
  const { user } = await visit(instance, '/roles/explain', { as: instance.root })
  await chooseService(user, 'Service', 'db')
  const path = screen.getByLabelText<HTMLInputElement>('Path')
  expect(path.value).toBe('db/')
  await waitFor(() => expect([...(path.list?.options ?? [])].map(({ value }) => value)).toContain('db/_schema'))
  await user.clear(path)
  await user.type(path, 'absent/x')
  expect(await screen.findByRole('button', { name: 'Service: absent Not found' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByRole('region', { name: 'Explanation' })).toBeTruthy()
})

test('explains a request that a script makes', async () => {
  const { instance } = await people()
  const { user } = await visit(instance, '/roles/explain', { as: instance.root })
  await user.type(await screen.findByLabelText('Script'), 'absent.get')
  await user.type(screen.getByLabelText('Path'), 'user/profile')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText(/There is no script 'absent.get'/)).toBeTruthy()
})

test('names the deciding rule of a rejected request, and its error', async () => {
  const { instance, app } = await people()
  await visit(instance, `/roles/explain?app=${app.id}&verb=POST&path=user/profile/x`, { as: instance.root })
  const answer = within(await screen.findByRole('region', { name: 'Explanation' }))
  expect(answer.getByText(/^Refused with 40/)).toBeTruthy()
  expect(answer.getByText('All: *, allows GET, for API')).toBeTruthy()
  expect(answer.getByText(/does not allow POST/)).toBeTruthy()
  expect(answer.getByText('the default role of the app shop', { exact: false })).toBeTruthy()
})

test('reflects changes of the role: a revoked request is rejected when explained again', async () => {
  const { instance, app, ann } = await people()
  const { user, address } = await visit(instance, '/roles/explain', { as: instance.root })
  await user.selectOptions(await screen.findByLabelText('Caller'), 'A user')
  await user.click(screen.getByRole('button', { name: 'User: Choose one' }))
  await user.click(await screen.findByRole('option', { name: /Ann/ }))
  await user.click(screen.getByRole('button', { name: /^API key of the app/ }))
  await user.click(await screen.findByRole('option', { name: /shop/ }))
  await user.selectOptions(screen.getByLabelText('Verb'), 'POST')
  await user.type(screen.getByLabelText('Path'), 'user/custom/colour')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  const answer = within(await screen.findByRole('region', { name: 'Explanation' }))
  expect(await answer.findByText('Allowed')).toBeTruthy()
  expect(answer.getByText('user: custom/*, allows GET, POST, for API')).toBeTruthy()
  expect(address()).toContain(`person=${ann.id}`)
  await instance.send('PATCH', `system/user/${ann.id}`, { as: instance.root, body: { is_active: false } })
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  await waitFor(() => expect(screen.getByText('Refused with 403')).toBeTruthy())
  expect(screen.getByText('The user is inactive.')).toBeTruthy()
  expect(app.id).toBeGreaterThan(0)
})

test('names the refused step of an endpoint of a custom API, and the rows of its role', async () => {
  const { instance } = await people()
  const { made, api, endpoint, publish } = apiBuilder(instance)
  const db = await instance.make.serviceId('db')
  const id = await api('composed', [db])
  const composed = await instance.make.serviceId('composed')
  await endpoint(id, '/tables', [{ id: 'tables', service: 'db', resource: '_schema' }])
  await publish(id)
  const role_id = await made('system/role', {
    name: 'Callers',
    is_active: true,
    role_service_access_by_role_id: [{ service_id: composed, component: '*', verb_mask: 1, requestor_mask: 1 }],
  })
  const { id: app } = await instance.make.app({ role_id })
  await visit(instance, `/roles/explain?app=${app}&verb=GET&path=composed/tables`, { as: instance.root })
  const answer = within(await screen.findByRole('region', { name: 'Explanation' }))
  expect(answer.getByText('A step of the endpoint is refused.')).toBeTruthy()
  expect(answer.getByRole('heading', { name: 'Steps of GET /tables' })).toBeTruthy()
  expect(answer.getByText('GET db/_schema')).toBeTruthy()
  expect(answer.getByText(/^Caller.*GET is not allowed/)).toBeTruthy()
})
