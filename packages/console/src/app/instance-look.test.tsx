import type { Environment } from '@millwright/contract/wire/environment'
import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../testing/render-route.tsx'

const profile = { name: 'Production', colour: 'red', readOnly: false }
const pages = [
  ['/login', 'Login'],
  ['/register', 'Register'],
  ['/reset-password?code=X', 'Reset Password'],
  ['/user-invite?code=X', 'Invitation Confirmation'],
] as const

/** Returns the colour of the sign beside a name. */
const colourOf = (name: string) =>
  screen.getByText(name).parentElement?.querySelector<HTMLElement>('[style]')?.style.backgroundColor

test('pages for people who are not signed in show the instance name and colour set by an administrator', async () => {
  const { root, send, ...instance } = await testInstance()
  await send('POST', 'system/custom', { as: root, body: { resource: [{ name: 'millwright', value: profile }] } })
  const config = { allow_open_registration: true, open_reg_email_service_id: null }
  const users = { filter: 'name="user"' }
  const { body } = await send<{ resource: { id: number }[] }>('GET', `system/service?${new URLSearchParams(users)}`, {
    as: root,
  })
  await send('PATCH', `system/service/${body.resource[0]?.id}`, { as: root, body: { config } })
  for (const [path, heading] of pages) {
    await visit({ root, send, ...instance }, path, { as: null, settings: { name: 'From a file', colour: 'blue' } })
    await screen.findByRole('heading', { name: heading })
    expect(colourOf('Production')).toBe('rgb(192, 38, 56)')
    expect(document.title).toContain('Production')
  }
})

test('falls back to the console settings, then to the product, if the server announces no look', async () => {
  const instance = await testInstance()
  await visit(instance, '/login', { as: null, settings: { name: 'From a file', colour: 'blue' } })
  await screen.findByText('From a file')
  expect(colourOf('From a file')).toBe('rgb(36, 99, 196)')
  await visit(instance, '/login', { as: null })
  await screen.findByText('Millwright')
  expect(colourOf('Millwright')).toBeUndefined()
})

test('shows the announced look to people who may not read the stored one', async () => {
  const instance = await testInstance()
  const { root, send, make } = instance
  await send('POST', 'system/custom', { as: root, body: { resource: [{ name: 'millwright', value: profile }] } })
  const person = await make.user({ email: 'bob@example.test', password: 'bob-password' })
  await visit(instance, '/profile', { as: person, kind: 'user' })
  await screen.findByText('Production')
})

/** Records the requested URLs; `instance` replaces what the environment reports about the instance. */
function recording(urls: string[], instance?: Environment['instance']) {
  return (reach: typeof fetch): typeof fetch =>
    async (input, init) => {
      urls.push(String(input))
      const response = await reach(input, init)
      if (instance === undefined || !String(input).includes('/system/environment')) return response
      const environment: Environment = await response.json()
      return Response.json({ ...environment, instance })
    }
}

test('reads the stored profile from servers whose environment does not report the read-only lock', async () => {
  const { root, send, ...instance } = await testInstance()
  const locked = { ...profile, readOnly: true }
  await send('POST', 'system/custom', { as: root, body: { resource: [{ name: 'millwright', value: locked }] } })
  const urls: string[] = []
  const through = recording(urls, { name: 'Announced' })
  await visit({ root, send, ...instance }, '/roles', { as: root, through })
  await screen.findByText('Production')
  expect(urls.filter((url) => url.includes('system/custom'))).toHaveLength(1)
})

test('takes name, colour and lock from an environment that reports them, without a request of its own', async () => {
  const { root, send, ...instance } = await testInstance()
  const locked = { ...profile, readOnly: true }
  await send('POST', 'system/custom', { as: root, body: { resource: [{ name: 'millwright', value: locked }] } })
  const urls: string[] = []
  const { user } = await visit({ root, send, ...instance }, '/roles', { as: root, through: recording(urls) })
  await screen.findByText('Production')
  await user.hover((await screen.findAllByRole('button', { name: /^Import/ }))[0] ?? document.body)
  expect((await screen.findByRole('tooltip')).textContent).toContain('Production is locked read-only')
  expect(urls.filter((url) => url.includes('system/custom'))).toEqual([])
})
