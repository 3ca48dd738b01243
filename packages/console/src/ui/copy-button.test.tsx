import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

test('does not report a copy if there is no clipboard', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  render(<CopyButton what="API key" text="abc" />)
  await user.click(screen.getByRole('button', { name: 'Copy: API key' }))
  expect(
    await screen.findByRole('button', { name: 'Copying failed: no access to the clipboard: API key' }),
  ).toBeTruthy()
})

test('copies a text and confirms it on the button', async () => {
  const user = userEvent.setup()
  render(<CopyButton what="API key" text="abc" />)
  await user.click(screen.getByRole('button', { name: 'Copy: API key' }))
  expect(await screen.findByRole('button', { name: 'Copied: API key' })).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('abc')
})
