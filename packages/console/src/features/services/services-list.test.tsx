import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'
import { withoutFeatures } from '../../testing/saying.ts'

test('asks for confirmation before deleting a service that a server reports as needed only by rejecting the request', async () => {
  const instance = await testInstance()
  const as = { as: instance.root }
  const sent = { name: 'shop', label: 'Shop', type: 'sqlite', config: { database: 'shop.sqlite' }, is_active: true }
  const made = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', { ...as, body: sent })
  const limit = {
    name: 'shop rate',
    type: 'instance.service',
    service_id: made.body.resource[0]?.id,
    rate: 5,
    period: 'minute',
  }
  expect((await instance.send('POST', 'system/limit', { ...as, body: { resource: [limit] } })).status).toBe(201)
  const left = async () => (await instance.send('GET', 'system/service?filter=name="shop"', as)).body

  const { user } = await visit(instance, '/services', { ...as, through: withoutFeatures })
  const press = async (name: string) => {
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Shop?' })
    await user.click(within(dialog).getByRole('button', { name }))
  }
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Shop' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
    await press('Delete service')
    expect(await screen.findByText(/The service is in use by limit shop rate\. Its limits/)).toBeTruthy()
  }
  await begin()
  await press('Cancel')
  expect(await left()).toMatchObject({ resource: [{ name: 'shop' }] })
  await begin()
  await press('Delete anyway')
  expect(await screen.findByText('Service successfully deleted.')).toBeTruthy()
  expect(await left()).toMatchObject({ resource: [] })
})

test('keeps a service that the instance requires', async () => {
  const instance = await testInstance()
  const { user } = await visit(instance, '/services', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Actions for System' }))
  const entry = await screen.findByRole('menuitem', { name: /^Delete/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
})
