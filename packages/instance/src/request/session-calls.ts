import type { Call, Credentials } from './call.ts'

/**
 * Returns the credentials that must be valid for a call. Login ignores any token; refresh and logout verify it themselves, since it may
 * have expired (docs/wire/sessions.md).
 */
export function credentialsToCheck(call: Call): Credentials {
  const { credentials } = call
  return ignoresSession(call) ? withoutSession(credentials) : credentials
}

/** The API key alone. */
export function withoutSession(credentials: Credentials): Credentials {
  return { ...credentials, token: null, basic: null }
}

/** The resource of services at which programs sign in with tokens that the service verifies itself (docs/wire/sign-in.md). */
export const programSignIn = 'client_credentials'

/** Returns whether the gateway ignores a call's session. */
export function ignoresSession({ verb, service, resource }: Pick<Call, 'verb' | 'service' | 'resource'>): boolean {
  if (verb === 'GET') return false
  return (service === 'user' && resource === 'session') || (service === 'system' && resource === 'admin/session')
}
