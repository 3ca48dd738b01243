import { configCalls } from '@millwright/instance/testing/config-calls'
import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const { apply } = configCalls(instance)
const records = [
  { type: 'role', name: 'Shop', values: { is_active: true }, file: 'roles/Shop.yaml' },
  { type: 'lookup', name: 'tax', values: { value: '19' }, file: 'lookups.yaml' },
]

test('before a folder is applied, nothing is managed, and a restricted administrator is offered no folder', async () => {
  const { person, key: apiKey } = await restrictedAdmin(instance, ['packages'])
  await visit(instance, '/package-manager?view=configuration', { as: person, settings: { apiKey } })
  expect(await screen.findByRole('tab', { name: 'Import Package' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Configuration' })).toBeNull()
  await visit(instance, '/package-manager?view=configuration', { as: root })
  expect(await screen.findByText(/^No folder has been applied yet/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download folder' })).toBeTruthy()
})

test('says nothing about managed records while they cannot be read', async () => {
  const through = rejectWith({ part: 'system/config/managed' }, 500, 'Broken.')
  await visit(instance, '/package-manager?view=configuration', { as: root, through })
  expect(await screen.findByText('Could not compare the records with the folder.')).toBeTruthy()
  expect(screen.queryByText(/^No folder has been applied yet/)).toBeNull()
})

test('the sign-in rule, contracts and tables say where they are managed', async () => {
  const own = [
    { type: 'two_step', name: 'two_step', values: { policy: 'allowed' }, file: 'settings.yaml' },
    { type: 'schema_contract', name: 'db', values: { mode: 'auto' }, file: 'schema-contracts/db.yaml' },
    { type: 'table', name: 'db/stamp', values: { fields: { id: { type: 'id' } } }, file: 'schema/db/stamp.yaml' },
  ]
  expect(await apply(own, { owner: 'shop' })).toMatchObject({ status: 200 })
  await visit(instance, '/config/two-step', { as: root })
  expect(await screen.findByText(/^Managed by shop, in settings\.yaml\. The next apply undoes/)).toBeTruthy()
  const { user } = await visit(instance, '/schema/db/table/stamp', { as: root })
  expect(await screen.findByText(/^Managed by shop, in schema\/db\/stamp\.yaml\./)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Contract' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Contract of stamp' }))
  expect(await panel.findByText(/^Managed by shop, in schema-contracts\/db\.yaml\./)).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Copy as YAML' })).toBeTruthy()
  expect(await apply([], { owner: 'shop', allow_destroy: true })).toMatchObject({ status: 200 })
})

test('a managed record says where it is managed, and what was changed by hand is listed', async () => {
  expect(await apply(records)).toMatchObject({ status: 200 })
  const { body } = await send<{ resource: { id: number }[] }>('GET', 'system/role?filter=name="Shop"', { as: root })
  const id = body.resource[0]?.id
  await visit(instance, `/roles/${id}`, { as: root })
  expect(await screen.findByText(/^Managed by default, in roles\/Shop\.yaml\. The next apply undoes/)).toBeTruthy()

  await visit(instance, '/package-manager?view=configuration', { as: root })
  expect(await screen.findByText('All 2 managed records are as the last apply left them.')).toBeTruthy()

  await send('PATCH', `system/role/${id}`, { as: root, body: { description: 'By hand' } })
  await visit(instance, `/roles/${id}`, { as: root })
  expect(
    await screen.findByText(/undoes changes made here\. Changed since the last apply: description\.$/),
  ).toBeTruthy()
  await visit(instance, '/package-manager?view=configuration', { as: root })
  const list = await screen.findByRole('list', { name: '1 managed record was changed since the last apply' })
  expect(within(list).getByRole('listitem').textContent).toBe('Shop roleroles/Shop.yaml: descriptionCopy as YAML')
})
