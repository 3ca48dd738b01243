import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Clicks a button once it is enabled; what it waits for, such as a file being read, is not visible. */
export async function pressReady(user: UserEvent, name: string): Promise<void> {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name })
    expect(found.getAttribute('aria-disabled')).toBeNull()
    return found
  })
  await user.click(button)
}
