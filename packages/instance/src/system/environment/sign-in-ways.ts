import type { Authentication, LoginProvider } from '@millwright/contract/wire/environment'
import { kindOf } from '../../services/service-kinds.ts'

/** A service by which people may sign in. */
export interface SignInService {
  readonly name: string
  readonly label: string | null
  readonly type: string
  readonly icon: string | null
}

/** The lists in which clients find the ways in over other services, of those that this instance can run (docs/wire/sign-in.md). */
export function signInWays(
  services: readonly SignInService[],
): Required<Pick<Authentication, 'oauth' | 'adldap' | 'saml'>> {
  const of = (group: string) =>
    services.filter(({ type }) => kindOf(type)?.group === group && kindOf(type)?.make !== undefined)
  const named = ({ name, label }: SignInService) => ({ name, label: label || name })
  const provider = (service: SignInService): Omit<LoginProvider, 'path' | 'verb'> => ({
    ...named(service),
    type: service.type,
    icon_class: service.icon,
  })
  return {
    oauth: of('OAuth').map((service) => ({
      path: `user/session?service=${service.name}`,
      verb: ['GET', 'POST'],
      ...provider(service),
    })),
    adldap: of('LDAP').map((service) => ({
      path: `user/session?service=${service.name}`,
      verb: 'POST',
      ...named(service),
      payload: { username: 'string', password: 'string', service: service.name, remember_me: 'bool' },
    })),
    saml: of('SSO').map((service) => ({ path: `${service.name}/sso`, verb: 'GET', ...provider(service) })),
  }
}
