import { appType } from '@millwright/contract/records/app'
import { webAddress } from '../../instance/web-address.ts'
import type { AppDraft, AppRecord } from './app-draft.ts'

type Place = Pick<AppDraft, 'type' | 'storage_container' | 'path' | 'url'>

const placeMembers = ['type', 'storage_service_id', 'storage_container', 'path'] as const

/** The origin at which the instance says that a stored app is launched; null where it says none. */
export function saidOrigin(record: AppRecord | null): string | null {
  const isPlaced = record?.type === appType.storage || record?.type === appType.path
  return isPlaced ? (URL.parse(webAddress(record.launch_url) ?? '')?.origin ?? null) : null
}

/** Whether the launch address that the instance told still holds. */
export function samePlace(one: AppDraft, other: AppDraft): boolean {
  return placeMembers.every((member) => one[member] === other[member])
}

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
