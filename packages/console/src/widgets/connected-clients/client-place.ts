import { t } from './messages.ts'

/** Where the answers of a client go, in words; a host, or the scheme of a program, as it is. */
export function clientPlace(place: string): string {
  if (place === 'this computer') return t.thisComputer
  return place === 'a device' ? t.aDevice : place
}
