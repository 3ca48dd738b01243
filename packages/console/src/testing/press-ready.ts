import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Presses a button once it can be pressed; what it waits for, such as a file that is read, shows no sign of its own. */
export async function pressReady(user: UserEvent, name: string): Promise<void> {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name })
    expect(found.getAttribute('aria-disabled')).toBeNull()
    return found
  })
  await user.click(button)
}
