import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../instance/browser-session.ts'
import { type Visit, visit } from '../testing/render-route.tsx'

const instance = await sharedInstance()
const { root, send, make } = instance
const admin = await make.admin({ name: 'Ann Lee' })

// The simulated browser lays nothing out, so there is nothing to scroll.
Element.prototype.scrollIntoView = () => {}

/** Has the session end at the instance, and any call find out; then signs in over the page. */
async function loseAndRegainSession({ user, queryClient }: Visit): Promise<void> {
  await send('DELETE', 'system/admin/session', { as: { token: session.current()?.session_token ?? '' } })
  void queryClient.invalidateQueries()
  const dialog = await screen.findByRole('dialog', { name: 'Login' })
  expect(dialog.textContent).toContain('The token has been blacklisted')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe(root.email)
  await user.type(within(dialog).getByLabelText('Password'), root.password)
  await user.click(within(dialog).getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Login' })).toBeNull())
}

const inputs = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
    ({ type, readOnly, disabled }) => !['checkbox', 'radio', 'file'].includes(type) && !readOnly && !disabled,
  )
const values = () => inputs().map(({ value }) => value)
const checks = () => [...document.querySelectorAll<HTMLInputElement>('[type=checkbox]')].map(({ checked }) => checked)

test.each([
  ['/admins/new', 'Save'],
  [`/admins/${admin.id}`, 'Save'],
  ['/roles/new', 'Save'],
  ['/profile', 'Save'],
])('%s keeps all that was typed and ticked while somebody signs in again', async (path, button) => {
  const page = await visit(instance, path, { as: root })
  await screen.findByRole('button', { name: button })
  for (const [index, input] of inputs().entries()) {
    await page.user.clear(input)
    await page.user.type(input, input.type === 'email' ? `half${index}@example.test` : `${index}0`)
  }
  for (const box of document.querySelectorAll<HTMLInputElement>('[type=checkbox]')) await page.user.click(box)
  const typed = { values: values(), checks: checks() }
  expect(typed.values.length).toBeGreaterThan(1)
  await loseAndRegainSession(page)
  expect({ values: values(), checks: checks() }).toEqual(typed)
  expect(page.address()).toBe(path)
})

test('a window over the page stays open with what was typed into it', async () => {
  const page = await visit(instance, '/home', { as: root })
  await page.user.click(await screen.findByRole('button', { name: /^Your account/ }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Instance settings' }))
  const settings = () => screen.getByRole('dialog', { name: 'Instance settings' })
  await page.user.type(await screen.findByLabelText('Name'), 'Half a na')
  await loseAndRegainSession(page)
  expect(within(settings()).getByLabelText<HTMLInputElement>('Name').value).toBe('Half a na')
  await page.user.type(within(settings()).getByLabelText('Name'), 'me')
  await page.user.click(within(settings()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Instance settings' })).toBeNull())
})
