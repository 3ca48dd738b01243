import type { ListedService } from '../../instance/service-list.ts'
import { type LinkValues, scriptLink } from '../../widgets/script-source/script-link.ts'

/** Where a linked script is kept, in one line. */
export function placeText(values: LinkValues, services: readonly ListedService[]): string {
  const link = scriptLink(values, services)
  if (link === null) return `Kept in service ${values.storage_service_id}`
  const { service, versioned, repository, reference, path } = link
  const place = path === '' ? 'no path yet' : path
  const inside = versioned ? `${repository || 'no repository yet'}, ${reference || 'no branch yet'}: ${place}` : place
  return `Kept in ${service.label || service.name}: ${inside}`
}
