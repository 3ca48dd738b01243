import type { Environment } from '@millwright/contract/wire/environment'
import { hasAdminApp, keyOfTabApp } from '../instance/environment.ts'
import type { StoredSession } from '../instance/session.ts'
import { type Landing, landingFor } from './landing.ts'

export interface Visitor {
  user: StoredSession | null
  environment: Environment
}

export type Guard = 'admin-area' | 'system-admin' | 'anonymous' | 'registration' | 'launchpad' | 'signed-in'

export type Decision = { go: 'in' } | { go: 'to'; path: Landing | '/login' } | { go: 'sign-in' }

/**
 * Decides whether a visitor may enter a page, or where they are redirected. The instance enforces access to the data. `app`: the app whose
 * tab the page is, for people who may not enter the admin area.
 */
export function decide(guard: Guard, { user, environment }: Visitor, app?: string): Decision {
  switch (guard) {
    case 'admin-area':
      if (!user) return { go: 'sign-in' }
      return hasAdminApp(environment) || keyOfTabApp(environment, app) !== null
        ? { go: 'in' }
        : { go: 'to', path: '/launchpad' }
    case 'system-admin':
      if (!user) return { go: 'sign-in' }
      return user.is_sys_admin && hasAdminApp(environment) ? { go: 'in' } : { go: 'to', path: '/launchpad' }
    case 'anonymous':
      return user ? { go: 'to', path: landingFor(user, environment) } : { go: 'in' }
    case 'registration':
      if (user) return { go: 'to', path: landingFor(user, environment) }
      return environment.authentication?.allow_open_registration ? { go: 'in' } : { go: 'to', path: '/login' }
    case 'launchpad':
      return user || (environment.apps?.length ?? 0) > 0 ? { go: 'in' } : { go: 'sign-in' }
    case 'signed-in':
      return user ? { go: 'in' } : { go: 'sign-in' }
  }
}
