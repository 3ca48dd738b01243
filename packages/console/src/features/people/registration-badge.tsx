import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Registration, registrationOf, registrationWords } from './registration.ts'

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
