import type { Environment } from '@millwright/contract/wire/environment'
import type { StoredSession } from '../instance/session.ts'

/** The placeholder address of the first administrator on a new platform, who is prompted to change it. */
const exampleEmail = 'user@example.com'

export type Landing = '/home' | '/profile' | '/launchpad'

/** Returns where a person is sent after signing in, or from an unknown address. */
export function landingFor(user: StoredSession, environment: Environment): Landing {
  if (!user.is_sys_admin) return '/launchpad'
  return user.email === exampleEmail && environment.platform?.bitnami_demo === false ? '/profile' : '/home'
}

/** Returns the address to return to after signing in if it is a page of the console, else `null`. */
export function returnAddress(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return null
  return /^\/(login|logout)?(\/|\?|$)/.test(wanted) ? null : wanted
}

/** Converts links from mails of older servers, `#/user-invite?…`, to the same page without the hash. */
export function withoutHash(hash: string): string | null {
  return returnAddress(hash.replace(/^#/, ''))
}
