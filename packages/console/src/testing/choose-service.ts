import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Selects a service by its API name, or the option for none by its label. */
export async function chooseService(user: UserEvent, label: string, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${label}( \\(required\\))?:`) }))
  await screen.findByRole('combobox', { name: 'Search services' })
  await user.click(await screen.findByRole('option', { name: new RegExp(`(^| )${name}( |$)`) }))
}
