export type Registration = 'Confirmed' | 'Pending' | 'Expired' | 'N/A'

/** Where a person stands with their invitation; an expired code wins over the rest. */
export function registrationOf(person: { readonly confirmed?: unknown; readonly expired?: unknown }): Registration {
  if (person.expired === true) return 'Expired'
  if (person.confirmed === true) return 'Confirmed'
  return person.confirmed === false ? 'Pending' : 'N/A'
}

export function personName(person: { readonly name?: unknown; readonly email?: unknown }): string {
  const name = typeof person.name === 'string' ? person.name.trim() : ''
  return name || (typeof person.email === 'string' ? person.email : '')
}
