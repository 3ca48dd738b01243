import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { session } from '../instance/browser-session.ts'
import { type Visit, visit } from '../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send, make } = instance
let admin: number
beforeAll(async () => {
  admin = (await make.admin({ name: 'Ann Lee' })).id
})

/** Ends the session at the instance, lets a request fail because of it, then signs in again in the dialog. */
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

/** Returns the fields of the form, which is in the panel if there is one. */
function fields(): HTMLInputElement[] {
  const form = document.querySelector('[role=dialog]') ?? document
  return [...form.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
    ({ type, readOnly, disabled }) => type !== 'file' && !readOnly && !disabled,
  )
}
const isBox = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'
const state = () => fields().map((field) => (isBox(field) ? field.checked : field.value))

test.each([
  ['/admins/new', 'Save'],
  ['/admins/(an administrator)', 'Save'],
  ['/roles/new', 'Save'],
  ['/users/new', 'Save'],
  ['/apps/new', 'Save'],
  ['/profile', 'Save'],
])('%s keeps all input while the person signs in again', async (address, button) => {
  const path = address.replace('(an administrator)', String(admin))
  const page = await visit(instance, path, { as: root })
  await screen.findByRole('button', { name: button })
  for (const [index, field] of fields().entries()) {
    if (isBox(field)) continue
    await page.user.clear(field)
    await page.user.type(field, field.type === 'email' ? `half${index}@example.test` : `${index}0`)
  }
  for (const box of fields().filter(isBox)) await page.user.click(box)
  const typed = state()
  expect(typed.length).toBeGreaterThan(1)
  await loseAndRegainSession(page)
  expect(state()).toEqual(typed)
  expect(page.address()).toBe(path)
})

test('a dialog stays open and keeps its input', async () => {
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
