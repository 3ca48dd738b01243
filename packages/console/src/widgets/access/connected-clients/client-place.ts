import { t } from './messages.ts'

/** Describes the redirect target of a client; a host or custom scheme is shown as is. */
export function clientPlace(place: string): string {
  if (place === 'this computer') return t.thisComputer
  return place === 'a device' ? t.aDevice : place
}
