import { appType } from '@millwright/contract/records/app'
import type { LaunchableApp } from './facts.ts'

/**
 * The URL that launches an app, or empty if it has none. `origin`: scheme and host of this instance; `appsOrigin`: of the apps
 * that it hosts.
 */
export function launchUrl(
  { type, url, path, service_name, storage_container }: Omit<LaunchableApp, 'id' | 'role_id' | 'api_key'>,
  { origin, appsOrigin }: { readonly origin: string; readonly appsOrigin: string },
): string {
  switch (type) {
    case appType.storage:
      return service_name === null ? '' : joined(appsOrigin, service_name, storage_container, path)
    case appType.url:
      return url ?? ''
    case appType.path:
      return joined(origin, path)
    default:
      return ''
  }
}

function joined(origin: string, ...parts: (string | null)[]): string {
  const segments = parts.flatMap((part) => (part ?? '').split('/')).filter((segment) => segment !== '')
  return `${origin}/${segments.join('/')}`
}
