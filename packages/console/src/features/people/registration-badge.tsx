import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Registration, registrationOf } from './registration.ts'

const tones: Readonly<Record<Registration, Tone>> = {
  Confirmed: 'success',
  Pending: 'warning',
  Expired: 'danger',
  'N/A': 'neutral',
}

export function RegistrationBadge({
  person,
}: {
  person: { readonly confirmed?: unknown; readonly expired?: unknown }
}) {
  const registration = registrationOf(person)
  return <Badge tone={tones[registration]}>{registration}</Badge>
}
