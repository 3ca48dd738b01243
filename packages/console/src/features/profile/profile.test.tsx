import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../instance/browser-session.ts'
import { holdBack } from '../../testing/holding.ts'
import { visit } from '../../testing/render-route.tsx'
import { withoutFeatures } from '../../testing/saying.ts'

const instance = sharedInstance()
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole('button', { name: 'Save' })

test('requires signing in', async () => {
  const { address } = await visit(instance, '/profile', { as: null })
  await screen.findByRole('button', { name: 'Login' })
  expect(address()).toContain('/login')
})

test('shows that a profile could not be loaded', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  await visit(instance, '/profile', {
    as: ann,
    through: (reach) => (input, init) =>
      String(input).includes('/profile')
        ? Promise.resolve(Response.json({ error: { code: 500, message: 'Out of order.' } }, { status: 500 }))
        : reach(input, init),
  })
  const sentence = /There was an error loading User Profile data/
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
})

test('requires the correct current password for a new email address', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user } = await visit(instance, '/profile', { as: ann })
  await user.clear(await field(/^Email/))
  await user.type(screen.getByLabelText(/^Email/), 'moved@example.test')
  await user.click(save())
  expect(await screen.findByText('Current Password is required.')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Current Password/), 'wrong')
  await user.click(save())
  expect((await screen.findAllByText(/password/i)).length).toBeGreaterThan(0)
  await waitFor(async () => expect((await field(/^Current Password/)).value).toBe(''))
  await user.type(screen.getByLabelText(/^Current Password/), ann.password)
  await user.click(save())
  expect(await screen.findByText('Profile updated successfully.')).toBeTruthy()
  expect(session.current()?.email).toBe('moved@example.test')
})

test('saves names and shows them immediately', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user } = await visit(instance, '/profile', { as: ann })
  await user.clear(await field(/^Display Name/))
  await user.type(screen.getByLabelText(/^Display Name/), 'Ann M. Lee')
  await user.click(save())
  expect(await screen.findByText('Profile updated successfully.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /Ann M. Lee/ })).toBeTruthy()
})

test('keeps what is typed while it is saved', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const held = holdBack({ part: 'system/admin/profile', verb: 'PUT' })
  const { user } = await visit(instance, '/profile', { as: ann, through: held.through })
  await user.type(await field('Phone'), '123')
  await user.click(save())
  await user.type(await field('Last Name'), 'Late')
  held.release()
  expect(await screen.findByText('Profile updated successfully.')).toBeTruthy()
  expect(await screen.findByText('Not saved yet: Last Name')).toBeTruthy()
  expect((await field('Last Name')).value).toBe('Late')
})

test('requires all three passwords, with the correct current one, to change it, and keeps the session', async () => {
  const ann = await instance.make.admin({ name: 'Ann' })
  const { user } = await visit(instance, '/profile', { as: ann })
  await user.click(await field('Set Password'))
  await user.click(save())
  expect(await screen.findByText('Old Password is required.')).toBeTruthy()
  await user.type(screen.getByLabelText('Old Password'), 'wrong')
  await user.type(screen.getByLabelText('New Password'), 'brand new 1')
  await user.type(screen.getByLabelText('Verify New Password'), 'brand new 1')
  await user.click(save())
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy())
  await user.clear(screen.getByLabelText('Old Password'))
  await user.type(screen.getByLabelText('Old Password'), ann.password)
  await user.click(save())
  expect(await screen.findByText('Profile and password updated successfully.')).toBeTruthy()
  await instance.signIn({ email: ann.email, password: 'brand new 1' })
})

test('shows the same page to users who are not administrators', async () => {
  const bob = await instance.make.user({ name: 'Bob' })
  const { user } = await visit(instance, '/profile', { as: bob, kind: 'user' })
  await user.type(await field('Phone'), '123')
  await user.click(save())
  expect(await screen.findByText('Profile updated successfully.')).toBeTruthy()
})

test('offers no language where the server stores none', async () => {
  const bob = await instance.make.user({ name: 'Bob' })
  await visit(instance, '/profile', { as: bob, kind: 'user', through: withoutFeatures })
  await field('Phone')
  expect(screen.queryByLabelText('Language')).toBeNull()
})

test('stores the language', async () => {
  const bob = await instance.make.user({ name: 'Bob' })
  const { user } = await visit(instance, '/profile', { as: bob, kind: 'user' })
  await user.selectOptions(await screen.findByLabelText('Language'), 'Deutsch')
  await user.click(save())
  await waitFor(async () =>
    expect((await instance.send('GET', 'user/profile', { as: bob })).body).toMatchObject({ language: 'de' }),
  )
})

test('lists sessions, and ends one of them or all others', async () => {
  const ann = await instance.make.user({ name: 'Ann' })
  const { user } = await visit(instance, '/profile', { as: ann, kind: 'user' })
  const list = within(await screen.findByRole('list', { name: 'Sessions' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('This session')).toBeTruthy()

  await user.click(list.getByRole('button', { name: /^End the session/ }))
  await user.click(await screen.findByRole('button', { name: 'End' }))
  expect(await screen.findByText('Session ended.')).toBeTruthy()
  expect((await instance.send('GET', 'user/session', { as: ann })).status).toBe(403)
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'End all others…' })).toBeNull()
})

test('ends all other sessions at once', async () => {
  const ann = await instance.make.user({ name: 'Ann' })
  const others = [1, 2].map(() => instance.signIn({ email: ann.email, password: ann.password }, 'user'))
  const { user } = await visit(instance, '/profile', { as: ann, kind: 'user' })
  const tokens = await Promise.all(others)
  await user.click(await screen.findByRole('button', { name: 'End all others…' }))
  await user.click(await screen.findByRole('button', { name: 'End' }))
  expect(await screen.findByText('3 sessions ended.')).toBeTruthy()
  for (const as of [ann, ...tokens]) expect((await instance.send('GET', 'user/session', { as })).status).toBe(403)
})

test('does not request sessions from a server that does not list them', async () => {
  const ann = await instance.make.user({ name: 'Ann' })
  const asked: string[] = []
  await visit(instance, '/profile', {
    as: ann,
    kind: 'user',
    through: (reach) =>
      withoutFeatures((input, init) => {
        asked.push(String(input))
        return reach(input, init)
      }),
  })
  await field('Phone')
  await waitFor(() => expect(asked.some((address) => address.includes('system/environment'))).toBe(true))
  expect(asked.filter((address) => address.includes('active_session'))).toEqual([])
  expect(screen.queryByRole('list', { name: 'Sessions' })).toBeNull()
})

test('tells full administrators where two-step sign-in is turned on while it is off, and no one else', async () => {
  await visit(instance, '/profile', { as: instance.root })
  const link = await screen.findByRole('link', { name: 'Turn it on in Config' })
  expect(link.getAttribute('href')).toBe('/config/two-step')
  await visit(instance, '/profile', { as: await instance.make.user({ name: 'Ben' }), kind: 'user' })
  await screen.findByRole('heading', { name: 'Sessions' })
  expect(screen.queryByRole('heading', { name: 'Two-step sign-in' })).toBeNull()
})
