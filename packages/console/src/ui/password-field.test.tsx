import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'

test('shows the password only while asked to', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" autoComplete="off" value="secret" onChange={() => {}} />)
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.type).toBe('password')
})
