import type { Authentication, LoginProvider } from '@millwright/contract/wire/environment'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'

/** A service by which people may sign in. */
export interface SignInService {
  readonly name: string
  readonly label: string | null
  readonly type: string
  readonly icon: string | null
}

/** Lists sign-in through external services, for the service types that this instance can run (docs/wire/sign-in.md). */
export function signInMethods(
  services: readonly SignInService[],
  kinds: ServiceKinds,
): Required<Pick<Authentication, 'oauth' | 'adldap' | 'saml'>> {
  const of = (group: string) => services.filter(({ type }) => kinds.of(type)?.group === group && kinds.canRun(type))
  const way = ({ name, label }: SignInService, path: string, verb: LoginProvider['verb']) => ({
    path,
    name,
    label: label || name,
    verb,
  })
  const look = ({ type, icon }: SignInService) => ({ type, icon_class: icon })
  const session = ({ name }: SignInService) => `user/session?service=${encodeURIComponent(name)}`
  return {
    oauth: of('OAuth').map((service) => ({ ...way(service, session(service), ['GET', 'POST']), ...look(service) })),
    adldap: of('LDAP').map((service) => ({
      ...way(service, session(service), 'POST'),
      payload: { username: 'string', password: 'string', service: service.name, remember_me: 'bool' },
    })),
    saml: of('SSO').map((service) => ({ ...way(service, `${service.name}/sso`, 'GET'), ...look(service) })),
  }
}
