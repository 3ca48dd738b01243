import { configCalls } from '@millwright/instance/testing/config-calls'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { zipOf } from '@millwright/instance/testing/zip'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()
const { send } = instance
const { exported } = configCalls(instance)
const path = '/package-manager?view=configuration'
const variable = (name: string) => `$${`{env:${name}}`}`

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))

async function choose(user: UserEvent, files: Readonly<Record<string, string>>): Promise<void> {
  const archive = await zipOf({ 'millwright.yaml': 'format: 1\nowner: shop\n', ...files })
  await user.upload(await screen.findByLabelText('Configuration archive'), new File([archive], 'shop.zip'))
}

/** A file as a browser has it when its folder was picked. */
function picked(place: string, text: string): File {
  const file = new File([text], place.split('/').at(-1) ?? '')
  return Object.defineProperty(file, 'webkitRelativePath', { value: place })
}

test('a folder that is wrong is refused with file and line, and placeholders are asked for', async () => {
  const { user } = await visit(instance, path, { as: instance.root })
  await press(user, 'Show Plan')
  expect(await screen.findByText('Choose a folder first.')).toBeTruthy()
  await choose(user, { 'roles/Seller.yaml': 'is_active: true\ndescripton: x\n' })
  await press(user, 'Show Plan')
  const refusal = await screen.findByText(/Did you mean 'description'/)
  expect(refusal.textContent).toContain('roles/Seller.yaml:2')

  await choose(user, { 'lookups.yaml': `shop.key:\n  private: true\n  value: ${variable('SHOP_KEY')}\n` })
  await press(user, 'Show Plan')
  const field = await screen.findByLabelText('SHOP_KEY')
  expect(screen.getByText('lookups.yaml, line 3')).toBeTruthy()
  await user.type(field, 'secret')
  await press(user, 'Show Plan')
  const plan = await screen.findByRole('region', { name: 'What would change' })
  expect(within(plan).getByRole('listitem').textContent).toContain('Create shop.key')
  expect(plan.textContent).not.toContain('"secret"')
})

test('a picked folder is planned with its overlay, and applied exactly so, or not if the instance has moved on', async () => {
  const { user } = await visit(instance, path, { as: instance.root })
  const files = [
    picked('shop/millwright.yaml', 'format: 1\nowner: shop\n'),
    picked('shop/.git/config', 'x'),
    picked('shop/roles/Seller.yaml', 'is_active: true\n'),
    picked('shop/overlays/production/roles/Seller.yaml', 'description: Sells\n'),
  ]
  await user.upload(await screen.findByLabelText('Configuration folder'), files)
  expect(await screen.findByText('shop (3 files)')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Overlay'), 'production')
  await press(user, 'Show Plan')
  const roles = await screen.findByRole('region', { name: '1 role' })
  expect(within(roles).getByRole('listitem').textContent).toContain('overlays/production/roles/Seller.yaml')
  const record = { resource: [{ name: 'Seller' }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', { as: instance.root, body: record })
  await press(user, 'Apply plan')
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('refused'))
  await user.click(screen.getByLabelText('Take over existing records'))
  await press(user, 'Show Plan')
  expect(await screen.findByText('description: null → "Sells"')).toBeTruthy()
  const { id } = made.body.resource[0]
  await send('PATCH', `system/role/${id}`, { as: instance.root, body: { description: 'By hand' } })
  await press(user, 'Apply plan')
  expect(await screen.findByText('The plan is out of date.')).toBeTruthy()
  await press(user, 'Show Plan')
  expect(await screen.findByText('description: "By hand" → "Sells"')).toBeTruthy()
  await press(user, 'Apply plan')
  expect(await screen.findByText('The folder was applied.')).toBeTruthy()
  expect(await exported('shop')).toEqual([
    { type: 'role', name: 'Seller', values: { description: 'Sells', is_active: true } },
  ])
})

test('what takes data out of reach is deleted only after a confirmation', async () => {
  const service = 'label: Old\ntype: sqlite\nconfig:\n  database: old.sqlite\n'
  const { user } = await visit(instance, path, { as: instance.root })
  await choose(user, { 'services/old.yaml': service, 'roles/Seller.yaml': '' })
  await user.click(screen.getByLabelText('Take over existing records'))
  await press(user, 'Show Plan')
  await user.click(await screen.findByRole('button', { name: 'Apply plan' }))
  await screen.findByText('The folder was applied.')
  await choose(user, { 'roles/Seller.yaml': '' })
  await press(user, 'Show Plan')
  const services = await screen.findByRole('region', { name: '1 service' })
  expect(services.textContent).toContain('No requests in the last 30 days')
  await press(user, 'Apply plan')
  expect(screen.queryByText('The folder was applied.')).toBeNull()
  await user.click(screen.getByLabelText('Apply 1 change that loses data'))
  await press(user, 'Apply plan')
  expect(await screen.findByText('The folder was applied.')).toBeTruthy()
  expect((await exported('shop')).map(({ name }) => name)).toEqual(['Seller'])
})
