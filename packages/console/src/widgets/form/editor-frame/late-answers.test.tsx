import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdBack } from '../../../testing/holding.ts'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()
const open = (path: string, through?: Parameters<typeof visit>[2]['through']) =>
  visit(instance, path, { as: instance.root, ...(through && { through }) })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.findByRole('button', { name })

test('a save that ends after its form was left says so, and leaves the person where they are', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const bob = await instance.make.admin({ name: 'Bob' })
  const held = holdBack({ part: `system/admin/${ann.id}`, verb: 'PUT' })
  const { user, router, address } = await open(`/admins/${ann.id}`, held.through)
  await user.type(await field('Phone'), '123')
  await user.click(await button('Save'))
  await user.click(await button('Cancel'))
  await user.click(await button('Discard changes'))
  await waitFor(() => expect(address()).toBe('/admins'))
  await router.navigate({ to: `/admins/${bob.id}` })
  await screen.findByRole('dialog', { name: 'Edit Bob' })
  held.release()
  expect(await screen.findByText('Admin updated successfully.')).toBeTruthy()
  expect(address()).toBe(`/admins/${bob.id}`)
})

test('input that came too late for a save keeps the form open, and is what the next one stores', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const held = holdBack({ part: `system/admin/${ann.id}`, verb: 'PUT' })
  const { user, address } = await open(`/admins/${ann.id}`, held.through)
  await user.type(await field('Phone'), '123')
  await user.click(await button('Save'))
  await user.type(await field('First Name'), 'Late')
  held.release()
  expect(await screen.findByText('Admin updated successfully.')).toBeTruthy()
  expect(await screen.findByText('Not saved yet: First Name')).toBeTruthy()
  expect(address()).toBe(`/admins/${ann.id}`)
  await user.click(await button('Save'))
  await waitFor(() => expect(address()).toBe('/admins'))
  expect((await instance.send('GET', `system/admin/${ann.id}`, { as: instance.root })).body).toMatchObject({
    first_name: 'Late',
    phone: '123',
  })
})

test('input that came too late for a new record changes it with the next save', async () => {
  const held = holdBack({ part: 'system/lookup', verb: 'POST' })
  const { user, address } = await open('/config/lookup-keys/new-1', held.through)
  await user.clear(await field(/^Name/))
  await user.type(await field(/^Name/), 'late')
  await user.click(await button('Save'))
  await user.type(await field('Value'), 'x')
  held.release()
  expect(await screen.findByText('Lookup key created successfully.')).toBeTruthy()
  await user.click(await button('Update'))
  await waitFor(() => expect(address()).toMatch(/lookup-keys\/\d+$/))
  const { body } = await instance.send('GET', 'system/lookup?filter=name=late', { as: instance.root })
  expect(body).toMatchObject({ resource: [{ value: 'x' }] })
})

test('a save whose answer is lost is seen behind its form, and saving again finds it done', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  let isLost = true
  const { user, address } = await open(`/admins/${ann.id}`, (reach) => async (input, init) => {
    const answer = await reach(input, init)
    if (isLost && init?.method === 'PUT') throw new TypeError('Failed to fetch')
    return answer
  })
  const name = await field('Display Name')
  await user.clear(name)
  await user.type(name, 'Lost Answer')
  await user.click(await button('Save'))
  expect(await screen.findByText('Not saved: the instance cannot be reached.')).toBeTruthy()
  expect(await screen.findByRole('cell', { name: 'Lost Answer' })).toBeTruthy()
  isLost = false
  await user.click(await button('Try again'))
  expect(await screen.findByText('Admin updated successfully.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/admins'))
})
