import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'

const begin = () => screen.findByRole('button', { name: 'Create an MCP service' })

test('a missing or duplicate name is reported at its field', async () => {
  const instance = await testInstance()
  const { user } = await visit(instance, '/home', { as: instance.root })
  await user.click(await begin())
  const name = await screen.findByLabelText<HTMLInputElement>('Name in URLs (required)')
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Name is required.')).toBeTruthy()
  await user.type(name, 'files')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(name.value).toBe('files')
})

test('an error of the instance is shown, and the input is kept', async () => {
  const instance = await testInstance()
  const through = rejectWith({ verb: 'POST', part: 'system/service' }, 403, 'Not for you.')
  const { user } = await visit(instance, '/home', { as: instance.root, through })
  await user.click(await begin())
  await user.type(await screen.findByLabelText('Name in URLs (required)'), '_2')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Not for you.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name in URLs (required)').value).toBe('assistant_2')
})

test('the card creates an MCP service that reads the databases, and then shows how a client connects', async () => {
  const instance = await testInstance()
  const { user, address } = await visit(instance, '/home', { as: instance.root })
  await user.click(await begin())
  expect(await screen.findByRole('button', { name: 'Remove db' })).toBeTruthy()
  await user.dblClick(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText(/^claude mcp add .*\/mcp\/assistant$/)).toBeTruthy()
  expect(address()).toBe('/home')
  const { body } = await instance.send<{ resource: object[] }>('GET', 'system/service?filter=type="mcp"', {
    as: instance.root,
  })
  expect(body.resource).toMatchObject([{ name: 'assistant', config: { exposed_services: ['db'] } }])
})
