import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Chooses a service, by its name in requests, or the choice of none by its words. */
export async function chooseService(user: UserEvent, label: string, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${label}( \\(required\\))?:`) }))
  await screen.findByRole('combobox', { name: 'Search services' })
  await user.click(await screen.findByRole('option', { name: new RegExp(`(^| )${name}( |$)`) }))
}
