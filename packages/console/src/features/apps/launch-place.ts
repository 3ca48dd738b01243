import { appType } from '@millwright/contract/records/app'
import type { AppDraft } from './app-draft.ts'

type Place = Pick<AppDraft, 'type' | 'storage_container' | 'path' | 'url'>

/**
 * Where an app will be launched once it is saved; null when nowhere, or when that cannot be told yet. `origin` is the
 * instance's, `service` the name of the chosen file service.
 */
export function launchPlace(place: Place, origin: string, service: string | undefined): string | null {
  switch (place.type) {
    case appType.storage:
      return service === undefined ? null : joined(origin, [service, place.storage_container, place.path])
    case appType.path:
      return place.path.trim() === '' ? null : joined(origin, [place.path])
    default:
      return null
  }
}

function joined(origin: string, parts: readonly string[]): string {
  const path = parts
    .flatMap((part) => part.trim().split('/'))
    .filter((part) => part !== '')
    .join('/')
  return `${origin}/${path}`
}
