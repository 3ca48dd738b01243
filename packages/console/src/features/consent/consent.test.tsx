import { oauthPlace } from '@millwright/instance/testing/oauth-client'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const { send, root, make } = instance
const { client } = oauthPlace(instance)

describe('a client that requests access', () => {
  test('is rejected if its request is forged', async () => {
    await visit(instance, '/consent?request=nothing', { as: root })
    expect(await screen.findByRole('heading', { name: 'No pending request' })).toBeDefined()
  })

  test('is shown with the requested permissions to the person who decides', async () => {
    const request = await client.ask({ scope: 'mcp:read mcp:write' })
    await visit(instance, `/consent?request=${encodeURIComponent(request)}`, { as: root })
    expect(await screen.findByRole('heading', { name: 'Connect Test Client?' })).toBeDefined()
    expect(screen.getByText('Administrator: full access')).toBeDefined()
    expect(screen.getByText('this computer')).toBeDefined()
    expect(screen.getByText('Not verified')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Change/ }).checked).toBe(false)
  })

  test('is shown to a person without a role as one that gets no rights', async () => {
    const request = await client.ask({ scope: 'mcp:read' })
    await visit(instance, `/consent?request=${encodeURIComponent(request)}`, { as: await make.user(), kind: 'user' })
    expect((await screen.findByText('Rights')).nextElementSibling?.textContent).toBe('None')
  })
})

describe('a device', () => {
  const begin = async () => {
    const { body } = await client.post('device_authorization', { client_id: client.id })
    return String(Reflect.get(body, 'user_code'))
  }

  test('is allowed by the code that it shows, and by no other', async () => {
    const code = await begin()
    const { user } = await visit(instance, '/device', { as: root })
    await user.type(await screen.findByLabelText(/^Code/), 'BBBB-BBBB')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText(/This code is no longer valid/)).toBeDefined()

    await user.clear(screen.getByLabelText(/^Code/))
    await user.type(screen.getByLabelText(/^Code/), code.toLowerCase())
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText(code)).toBeDefined()
    expect(screen.getByText('a device')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Allow' }))
    expect(await screen.findByRole('heading', { name: 'Allowed' })).toBeDefined()
  })

  test('is denied if the person opens its URL and declines', async () => {
    const code = await begin()
    const { user } = await visit(instance, `/device?code=${code}`, { as: root })
    expect((await screen.findByLabelText<HTMLInputElement>(/^Code/)).value).toBe(code)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Deny' }))
    expect(await screen.findByRole('heading', { name: 'Not allowed' })).toBeDefined()
    expect((await send('GET', `user/consent?user_code=${code}`, { as: root })).status).toBe(404)
  })
})
