import type { Call, Credentials } from './call.ts'

/**
 * The credentials that identification has to believe. Logging in ignores any token; refreshing and logging out look at it
 * themselves, since it may have expired (docs/wire/sessions.md).
 */
export function credentialsToCheck(call: Call): Credentials {
  const { credentials } = call
  return ignoresSession(call) ? { ...credentials, token: null, basic: null } : credentials
}

/** Whether a call's session is nothing to the gateway. */
export function ignoresSession({ verb, service, resource }: Pick<Call, 'verb' | 'service' | 'resource'>): boolean {
  if (verb === 'GET') return false
  return (service === 'user' && resource === 'session') || (service === 'system' && resource === 'admin/session')
}
