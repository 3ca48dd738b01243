import type { Credentials } from '../parts.ts'
import type { Call } from './call.ts'

/**
 * The credentials that identification has to believe. Logging in ignores any token; refreshing and logging out look at it
 * themselves, since it may have expired (docs/wire/sessions.md).
 */
export function credentialsToCheck(call: Call): Credentials {
  const { verb, credentials } = call
  if (verb === 'GET' || !isSession(call)) return credentials
  return { ...credentials, token: null, basic: null }
}

function isSession({ service, resource }: Call): boolean {
  return (service === 'user' && resource === 'session') || (service === 'system' && resource === 'admin/session')
}
