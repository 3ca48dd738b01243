import { createAccessToken } from '@millwright/instance/testing/access-tokens'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const dialog = (name: string) => screen.findByRole('dialog', { name })
const button = (name: string) => screen.findByRole('button', { name })

test('access tokens are not offered to users', async () => {
  const bob = await instance.make.user({ name: 'Bob' })
  await visit(instance, '/profile', { as: bob, kind: 'user' })
  await screen.findByRole('heading', { name: 'Sessions' })
  expect(screen.queryByRole('heading', { name: 'Access tokens' })).toBeNull()
})

test('a token needs a name, a scope and the password; it is shown once, listed, and revoked', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user } = await visit(instance, '/profile', { as: ann })
  await user.click(await button('Create…'))
  const form = within(await dialog('Create an access token'))
  const create = form.getByRole('button', { name: 'Create' })
  await user.click(create)
  expect(await form.findByText('Name is required.')).toBeTruthy()
  await user.type(form.getByLabelText('Name'), 'Nightly drift')
  await user.click(create)
  expect(await form.findByText('Select at least one scope.')).toBeTruthy()
  await user.click(form.getByLabelText('Read and plan configuration'))
  await user.click(form.getByLabelText('Limits'))
  await user.click(create)
  expect(await form.findByText('Current Password is required.')).toBeTruthy()
  await user.type(form.getByLabelText('Current Password'), ann.password)
  await user.click(create)

  const shown = await dialog('Access token Nightly drift')
  const token = /mwt_[\w-]{43}/.exec(shown.textContent ?? '')?.[0] ?? ''
  const headers = { authorization: `Bearer ${token}` }
  expect((await instance.send('GET', 'system/limit', { headers })).status).toBe(200)
  await user.click(within(shown).getByRole('button', { name: 'Done' }))
  const list = await screen.findByRole('list', { name: 'Access tokens' })
  expect(within(list).getByText('Read and plan configuration · Limits')).toBeTruthy()

  await user.click(await button('Revoke Nightly drift'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Access tokens' })).toBeNull())
  expect((await instance.send('GET', 'system/limit', { headers })).status).toBe(401)
})

test('root administrators see and revoke the tokens of others in Admins', async () => {
  const chief = await instance.make.admin({ is_root_admin: true })
  const ann = await instance.make.admin({ name: 'Ann' })
  await createAccessToken(instance, ann, ['apps'], 'of Ann')
  const { user } = await visit(instance, `/admins/${ann.id}`, { as: chief })
  await user.click(await button('Revoke of Ann'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke of Ann' })).toBeNull())
})
