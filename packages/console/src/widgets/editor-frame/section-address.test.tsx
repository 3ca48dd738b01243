import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = await sharedInstance()
const open = (path: string) => visit(instance, path, { as: instance.root })
const chosen = async (name: string) =>
  (await screen.findByRole('tab', { name: new RegExp(`^${name}`) })).getAttribute('aria-selected')

test('a section that is not there leads to the first one', async () => {
  const { id } = await instance.make.role({ name: 'Lost' })
  await open(`/roles/${id}?section=nowhere`)
  expect(await chosen('Basic')).toBe('true')
})

test('the open section stands in the address, beside what the list was asked', async () => {
  const { id } = await instance.make.role({ name: 'Readers' })
  const { user, address } = await open(`/roles/${id}?filter=Read`)
  await user.click(await screen.findByRole('tab', { name: 'Lookup Keys' }))
  await waitFor(() => expect(address()).toBe(`/roles/${id}?filter=Read&section=lookup-keys`))
  await user.click(screen.getByRole('tab', { name: 'Basic' }))
  await waitFor(() => expect(address()).toBe(`/roles/${id}?filter=Read`))
})

test('an address leads to the section, and closing leaves the plain list', async () => {
  const { id } = await instance.make.role({ name: 'Writers' })
  const { user, address } = await open(`/roles/${id}?filter=Writ&section=lookup-keys`)
  expect(await chosen('Lookup Keys')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/roles?filter=Writ'))
})

test('another section asks nothing and keeps what was typed', async () => {
  const { id } = await instance.make.role({ name: 'Typists' })
  const { user } = await open(`/roles/${id}`)
  await user.type(await screen.findByLabelText(/^Name/), ' and more')
  await user.click(screen.getByRole('tab', { name: 'Lookup Keys' }))
  await waitFor(async () => expect(await chosen('Lookup Keys')).toBe('true'))
  await user.click(screen.getByRole('tab', { name: 'Basic' }))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Typists and more')
})

test('an error in another section leads there, and into the field', async () => {
  const { id } = await instance.make.role({ name: 'Named' })
  const { user, address } = await open(`/roles/${id}`)
  await user.clear(await screen.findByLabelText(/^Name/))
  await user.click(screen.getByRole('tab', { name: 'Lookup Keys' }))
  await waitFor(() => expect(address()).toContain('section='))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)))
  expect(address()).toBe(`/roles/${id}`)
})
