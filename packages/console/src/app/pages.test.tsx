import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { respondWith } from '../testing/answering.ts'
import { visit } from '../testing/render-route.tsx'
import { tabs as declared, tabNames } from './tabs.ts'

const instance = sharedInstance()
const admin = fixture(() =>
  instance.make.admin({ email: 'ann@example.test', password: 'ann-password', name: 'Ann Lee' }),
)
const person = fixture(() => instance.make.user({ email: 'bob@example.test', password: 'bob-password', name: 'Bob' }))

const withAdminApp = respondWith({ part: '/system/environment' }, 200, { apps: [{ id: 1, name: 'admin' }] })
const anonymous = { as: null }
const field = (label: string) => screen.findByLabelText(label)

describe('a visitor who is not signed in', () => {
  test.each(['/admins', '/home', '/profile'])('is asked to sign in at %s', async (path) => {
    const { address } = await visit(instance, path, anonymous)
    await screen.findByRole('heading', { name: 'Login' })
    expect(address()).toBe(`/login?to=${encodeURIComponent(path)}`)
  })

  test.each(['/', '/downloads', '/no/such/page'])('is redirected to the login page from %s', async (path) => {
    const { address } = await visit(instance, path, anonymous)
    await screen.findByRole('heading', { name: 'Login' })
    expect(address()).toBe('/login')
  })

  test('sees an error for wrong credentials, and keeps the input', async () => {
    const { user } = await visit(instance, '/login', anonymous)
    await user.type(await field('Email'), admin.email)
    await user.type(await field('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid credentials supplied.')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(admin.email)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('signs in and returns to the requested page', async () => {
    const { user, address } = await visit(instance, '/users?filter=bob', anonymous)
    await user.type(await field('Email'), admin.email)
    await user.type(await field('Password'), 'ann-password')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByRole('heading', { name: 'Users' })
    expect(address()).toBe('/users?filter=bob')
  })

  test('a user starts on the launchpad', async () => {
    const { user, address } = await visit(instance, '/login', anonymous)
    await user.type(await field('Email'), person.email)
    await user.type(await field('Password'), 'bob-password')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByRole('heading', { name: 'LaunchPad' })
    expect(address()).toBe('/launchpad')
  })

  test('sees that a reset mail was sent, whether or not the account exists', async () => {
    const { user } = await visit(instance, '/login', anonymous)
    await user.click(await screen.findByRole('button', { name: 'Forgot Password' }))
    await user.type(await field('Email'), 'nobody@example.test')
    await user.click(screen.getByRole('button', { name: 'Request Password Reset' }))
    await screen.findByText("A password reset email has been sent to the user's email address.")
    await user.click(screen.getByRole('button', { name: 'Login Form' }))
    await screen.findByRole('heading', { name: 'Login' })
  })

  test('with an invitation must enter a long enough password twice', async () => {
    const { user } = await visit(instance, '/user-invite?code=NOSUCHCODE&email=x@example.test&admin=1', anonymous)
    const confirm = await screen.findByRole('button', { name: 'Confirm Admin' })
    await user.type(await field('New Password'), 'abc')
    await user.click(confirm)
    expect((await screen.findByRole('alert')).textContent).toContain('Passwords do not match.')
    await user.type(await field('Verify Password'), 'abc')
    await user.click(confirm)
    await screen.findByText('Password must be at least 5 characters.')
  })
})

describe('a user', () => {
  test('is redirected from the admin area to the launchpad', async () => {
    const { address } = await visit(instance, '/admins', { as: person, kind: 'user' })
    await screen.findByRole('heading', { name: 'LaunchPad' })
    expect(address()).toBe('/launchpad')
  })

  test('whose role opens the console sees no tabs for administrators', async () => {
    await visit(instance, '/home', { as: person, kind: 'user', through: withAdminApp })
    const tabs = await screen.findByRole('navigation', { name: 'Tabs' })
    const shown = within(tabs)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    expect(shown).toContain('Services')
    for (const { title } of [declared.admins, declared.roles, declared.limits]) expect(shown).not.toContain(title)
  })
})

describe('an administrator', () => {
  test('is redirected from the login page to Home', async () => {
    const { address } = await visit(instance, '/login', { as: admin })
    await screen.findByRole('heading', { name: 'Home' })
    expect(address()).toBe('/home')
  })

  test('sees exactly the tabs that have a screen, with the current one marked', async () => {
    await visit(instance, '/admins', { as: instance.root })
    const tabs = await screen.findByRole('navigation', { name: 'Tabs' })
    const links = within(tabs).getAllByRole('link')
    const built = tabNames.filter((name) => declared[name].screen).map((name) => declared[name].title)
    expect(links.map((link) => link.textContent)).toEqual(built)
    expect((await within(tabs).findByRole('link', { current: 'page' })).textContent).toBe('Admins')
    await waitFor(() => expect(document.title).toBe('Admins · Millwright'))
  })

  test('logs out and is asked to sign in without a return address', async () => {
    const { user, address } = await visit(instance, '/home', { as: admin })
    await user.click(await screen.findByRole('button', { name: 'Your account: Ann Lee' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Login' })
    expect(address()).toBe('/login')
  })

  test('finds areas and people by a few letters', async () => {
    const { user, address } = await visit(instance, '/home', { as: instance.root })
    await screen.findByRole('heading', { name: 'Home' })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'ann')
    await screen.findByRole('option', { name: /Ann Lee/, selected: true })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/admins/${admin.id}`))
  })

  test('locks the console against changes and unlocks it again', async () => {
    const { user, queryClient } = await visit(instance, '/profile', { as: instance.root })
    await screen.findByRole('button', { name: 'Save' })
    const openSettings = async () => {
      await user.click(await screen.findByRole('button', { name: /^Your account/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Instance settings' }))
      return screen.findByRole('dialog', { name: 'Instance settings' })
    }
    const first = await openSettings()
    await user.type(within(first).getByLabelText('Name'), 'Production')
    await user.click(within(first).getByLabelText('Lock read-only in this console'))
    await user.click(within(first).getByRole('button', { name: 'Save' }))
    await screen.findByText('Read-only')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true'))
    const { send } = await import('../instance/send.ts')
    await expect(send({ verb: 'DELETE', path: `system/admin/${admin.id}` })).rejects.toMatchObject({
      kind: 'locked',
      message: expect.stringContaining('Production is locked read-only'),
    })
    const second = await openSettings()
    await user.click(within(second).getByLabelText('Lock read-only in this console'))
    await user.click(within(second).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText('Read-only')).toBeNull())
    await queryClient.invalidateQueries()
  })
})

describe('an instance', () => {
  test('that is unavailable at the start is reported, and the page opens once it responds', async () => {
    let away = true
    const { user } = await visit(instance, '/home', {
      as: instance.root,
      through: (reach) => (input, init) =>
        away ? Promise.reject(new TypeError('Failed to fetch')) : reach(input, init),
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    screen.getByRole('heading', { name: 'The instance is not responding' })
    away = false
    await user.click(again)
    await screen.findByRole('heading', { name: 'Home' })
  })

  test('that no longer knows the stored person signs them out and asks to sign in', async () => {
    const gone = await instance.make.admin({ password: 'gone-password' })
    const { address } = await visit(instance, '/home', {
      as: gone,
      through: (reach) => {
        let first = true
        return async (input, init) => {
          if (first) {
            first = false
            await instance.send('DELETE', `system/admin/${gone.id}`, { as: instance.root })
          }
          return reach(input, init)
        }
      },
    })
    await screen.findByRole('heading', { name: 'Login' })
    expect(address()).toContain('/login')
  })

  test('that ends a session shows the reason in a sign-in dialog over the page, which then continues', async () => {
    const { user, address, queryClient } = await visit(instance, '/admins', { as: instance.root })
    await screen.findByRole('grid')
    const { session } = await import('../instance/browser-session.ts')
    await instance.send('DELETE', 'system/admin/session', { as: { token: session.current()?.session_token ?? '' } })
    void queryClient.invalidateQueries()
    const dialog = await screen.findByRole('dialog', { name: 'Login' })
    expect(dialog.textContent).toContain('The token has been blacklisted')
    await user.type(within(dialog).getByLabelText('Password'), 'wrong')
    await user.click(within(dialog).getByRole('button', { name: 'Login' }))
    await within(dialog).findByText('Invalid credentials supplied.')
    await user.clear(within(dialog).getByLabelText('Password'))
    await user.type(within(dialog).getByLabelText('Password'), instance.root.password)
    await user.click(within(dialog).getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Login' })).toBeNull())
    expect(address()).toBe('/admins')
    await screen.findByRole('grid')
  })
})
