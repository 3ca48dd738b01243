import { appType } from '@millwright/contract/records/app'
import { webAddress } from '../../instance/web-address.ts'
import type { AppDraft, AppRecord } from './app-draft.ts'

type Place = Pick<AppDraft, 'type' | 'storage_container' | 'path' | 'url'>

const placeMembers = ['type', 'storage_service_id', 'storage_container', 'path'] as const

/** Returns the origin of a stored app's launch URL; `null` if the instance returned none. */
export function storedOrigin(record: AppRecord | null): string | null {
  const isPlaced = record?.type === appType.storage || record?.type === appType.path
  return isPlaced ? (URL.parse(webAddress(record.launch_url) ?? '')?.origin ?? null) : null
}

/** Whether the launch URL that the instance returned is still valid for a changed form. */
export function hasSameLaunchUrl(one: AppDraft, other: AppDraft): boolean {
  return placeMembers.every((member) => one[member] === other[member])
}

/**
 * Returns the URL at which an app will be launched once it is saved; `null` if there is none, or if it cannot be known yet. `origin`: of the
 * instance. `service`: name of the chosen file service.
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
