import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()
const open = (path: string) => visit(instance, path, { as: instance.root })
const chosen = async (name: string) =>
  (await screen.findByRole('tab', { name: new RegExp(`^${name}`) })).getAttribute('aria-selected')

test('opens the first section for an unknown one', async () => {
  const { id } = await instance.make.role({ name: 'Lost' })
  await open(`/roles/${id}?section=nowhere`)
  expect(await chosen('Basic')).toBe('true')
})

test("puts the open section into the URL, preserving the list's parameters", async () => {
  const { id } = await instance.make.role({ name: 'Readers' })
  const { user, address } = await open(`/roles/${id}?filter=Read`)
  await user.click(await screen.findByRole('tab', { name: 'Lookup Keys' }))
  await waitFor(() => expect(address()).toBe(`/roles/${id}?filter=Read&section=lookup-keys`))
  await user.click(screen.getByRole('tab', { name: 'Basic' }))
  await waitFor(() => expect(address()).toBe(`/roles/${id}?filter=Read`))
})

test('opens the section of a URL, and removes it on closing', async () => {
  const { id } = await instance.make.role({ name: 'Writers' })
  const { user, address } = await open(`/roles/${id}?filter=Writ&section=lookup-keys`)
  expect(await chosen('Lookup Keys')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/roles?filter=Writ'))
})

test('changes sections without asking, and preserves input', async () => {
  const { id } = await instance.make.role({ name: 'Typists' })
  const { user } = await open(`/roles/${id}`)
  await user.type(await screen.findByLabelText(/^Name/), ' and more')
  await user.click(screen.getByRole('tab', { name: 'Lookup Keys' }))
  await waitFor(async () => expect(await chosen('Lookup Keys')).toBe('true'))
  await user.click(screen.getByRole('tab', { name: 'Basic' }))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Typists and more')
})

test('opens the section of an error and focuses its field', async () => {
  const { id } = await instance.make.role({ name: 'Named' })
  const { user, address } = await open(`/roles/${id}`)
  await user.clear(await screen.findByLabelText(/^Name/))
  await user.click(screen.getByRole('tab', { name: 'Lookup Keys' }))
  await waitFor(() => expect(address()).toContain('section='))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)))
  expect(address()).toBe(`/roles/${id}`)
})
