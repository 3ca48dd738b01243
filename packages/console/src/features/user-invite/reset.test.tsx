import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()

test('flags all empty fields at once, and sends nothing', async () => {
  const { user } = await visit(instance, '/reset-password', { as: null })
  await user.click(await screen.findByRole('button', { name: 'Reset Password' }))
  const email = await screen.findByRole('textbox', { name: 'Email', description: 'Email is required.' })
  screen.getByRole('textbox', { name: 'Code', description: 'Enter the code from the email.' })
  await waitFor(() => expect(document.activeElement).toBe(email))
  await user.type(email, 'a')
  expect(email.getAttribute('aria-invalid')).not.toBe('true')
})

test('shows a message without a code, and links to the request of a mail', async () => {
  const { user, address } = await visit(instance, '/reset-password', { as: null })
  await user.type(await screen.findByLabelText('Email'), 'ada@test.test')
  for (const label of ['Password', 'Password again']) {
    const [field] = screen.queryAllByLabelText(new RegExp(`^${label}`))
    if (field) await user.type(field, 'a password')
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input[type=password]'))
    if (field.value === '') await user.type(field, 'a password')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  const code = await screen.findByLabelText('Code')
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByRole('link', { name: 'Request a reset email' }))
  const main = within(await screen.findByRole('main'))
  await main.findByRole('button', { name: /reset|send|request/i })
  expect(address()).toContain('/login')
})
