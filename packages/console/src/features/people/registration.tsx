import { Badge, type Tone } from '../../ui/badge.tsx'
import { peopleMessages } from './messages.ts'

const tones: Readonly<Record<Registration, Tone>> = {
  confirmed: 'success',
  pending: 'warning',
  expired: 'danger',
  none: 'neutral',
}

export function RegistrationBadge({
  person,
}: {
  person: { readonly confirmed?: unknown; readonly expired?: unknown }
}) {
  const registration = registrationOf(person)
  return <Badge tone={tones[registration]}>{registrationWords(registration)}</Badge>
}

type Registration = 'confirmed' | 'pending' | 'expired' | 'none'

/** Returns the state of a person's invitation; an expired code takes precedence. */
export function registrationOf(person: { readonly confirmed?: unknown; readonly expired?: unknown }): Registration {
  if (person.expired === true) return 'expired'
  if (person.confirmed === true) return 'confirmed'
  return person.confirmed === false ? 'pending' : 'none'
}

export function personName(person: { readonly name?: unknown; readonly email?: unknown }): string {
  const name = typeof person.name === 'string' ? person.name.trim() : ''
  return name || (typeof person.email === 'string' ? person.email : '')
}

/** Returns the label of the state. */
export function registrationWords(registration: Registration): string {
  switch (registration) {
    case 'confirmed':
      return peopleMessages.confirmed
    case 'pending':
      return peopleMessages.pending
    case 'expired':
      return peopleMessages.expired
    case 'none':
      return 'N/A'
  }
}
