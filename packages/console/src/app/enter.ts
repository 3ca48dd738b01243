import type { Environment } from '@millwright/contract/wire/environment'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { environmentQuery } from '../instance/environment.ts'
import { groupServicesQuery } from '../instance/group-services.ts'
import { InstanceError } from '../instance/instance-error.ts'
import { instanceProfileQuery } from '../instance/instance-profile.ts'
import { isComingBack } from '../widgets/form/credentials/log-in.ts'
import { parseQuery } from './address-query.ts'
import type { AppContext } from './context.ts'
import { decide, type Guard } from './guards.ts'
import { landingFor, returnAddress } from './landing.ts'
import { visibleTabs } from './navigation.ts'
import { NotAllowed } from './not-allowed.ts'
import { permissionsQuery } from './permissions.ts'
import { type TabName, tabs } from './tabs.ts'

/**
 * Loads the environment, which all guards need. A stored user whom the instance no longer knows is removed; an instance that does not
 * respond is reported as such.
 */
export async function loadEnvironment({ queryClient, session }: AppContext): Promise<Environment> {
  try {
    return await queryClient.ensureQueryData(environmentQuery)
  } catch (error) {
    const refused = error instanceof InstanceError && (error.status === 401 || error.status === 403)
    if (!refused || !session.current()) throw error
    session.drop()
    return queryClient.ensureQueryData(environmentQuery)
  }
}

/** A navigation to a page, as passed to its guards. */
export interface Entry {
  readonly params: object
  context: AppContext & { environment: Environment }
  location: ParsedLocation
}

/** Allows a visitor in, or throws the redirect to another page, which returns here after signing in. */
export function enter(guard: Guard, { context, location }: Entry, app?: string): void {
  const decision = decide(guard, { user: context.session.current(), environment: context.environment }, app)
  if (decision.go === 'to') throw redirect({ to: decision.path, replace: true })
  if (decision.go === 'sign-in') throw redirect({ to: '/login', search: { to: location.href }, replace: true })
}

/** Enters a tab: also loads the data that decides the navigation, and rejects a tab that the person's role does not include. */
export async function enterTab(name: TabName, guard: Guard, entry: Entry): Promise<void> {
  enter(guard, entry, tabs[name].app)
  const { queryClient, session } = entry.context
  const user = session.current()
  if (!user) return
  try {
    const [permissions] = await Promise.all([
      queryClient.ensureQueryData(permissionsQuery(user)),
      user.is_sys_admin ? queryClient.ensureQueryData(instanceProfileQuery) : null,
    ])
    if (permissions.kind !== 'restricted') return
    if (!visibleTabs(permissions).includes(name) || !(await reaches(name, entry))) throw new NotAllowed()
  } catch (error) {
    // A person whose role cannot be read has no tab that could be shown.
    if (!(error instanceof InstanceError) || error.kind !== 'refused' || user.role_id === undefined) throw error
    session.signOut()
    throw redirect({ to: '/login', replace: true })
  }
}

/** Whether a restricted administrator may use the service in the address. Its screen would ask about it, and be refused. */
async function reaches(name: TabName, { params, context }: Entry): Promise<boolean> {
  const { servicesOf } = tabs[name]
  if (servicesOf === undefined || !('id' in params)) return true
  const services = await context.queryClient.fetchQuery(groupServicesQuery(servicesOf)).catch(() => null)
  return services === null || services.some((service) => service.name === params.id)
}

/** Redirects a signed-in person from a page for people who are not, unless they return from an external login. */
export function leaveIfSignedIn({ context, location }: Entry): void {
  const user = context.session.current()
  if (!user || isComingBack(new URLSearchParams(location.searchStr))) return
  const wanted = returnAddress(parseQuery(location.searchStr).to)
  if (wanted === null) throw redirect({ to: landingFor(user, context.environment), replace: true })
  const { pathname, search, hash } = new URL(wanted, 'http://console')
  throw redirect({ to: pathname, search: parseQuery(search), hash: hash.slice(1), replace: true })
}
