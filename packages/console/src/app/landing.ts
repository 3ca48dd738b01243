import type { Environment } from '@millwright/contract/wire/environment'
import type { StoredUser } from '../instance/session.ts'

/** The address that a fresh platform gives its first administrator, who is led to change it. */
const exampleEmail = 'user@example.com'

export type Landing = '/home' | '/profile' | '/launchpad'

/** Where somebody lands after signing in, or on an address that leads nowhere. */
export function landingFor(user: StoredUser, environment: Environment): Landing {
  if (!user.is_sys_admin) return '/launchpad'
  return user.email === exampleEmail && environment.platform?.bitnami_demo === false ? '/profile' : '/home'
}

/** The address to go back to after signing in, if it is one of ours. */
export function returnAddress(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return null
  return /^\/(login|logout)?(\/|\?|$)/.test(wanted) ? null : wanted
}

/** Mails of older servers link to `#/user-invite?…`; the same page without the hash. */
export function withoutHash(hash: string): string | null {
  return returnAddress(hash.replace(/^#/, ''))
}
