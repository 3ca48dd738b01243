import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { LoginScreen } from '../features/login/login-screen.tsx'
import { basePath } from '../instance/base-path.ts'
import { send } from '../instance/send.ts'
import { webAddress } from '../instance/web-address.ts'
import { firstPageQuery } from '../widgets/list/record-list/first-page.ts'
import { readListSearch } from '../widgets/records/list-declaration/list-search.ts'
import { parseQuery, printQuery } from './address-query.ts'
import { AuthLayout } from './auth-layout.tsx'
import type { AppContext } from './context.ts'
import { type Entry, enter, enterTab, leaveIfSignedIn, loadEnvironment } from './enter.ts'
import { landingFor } from './landing.ts'
import { lazyPage } from './lazy-page.ts'
import { t } from './messages.ts'
import { Pending } from './pending.tsx'
import { Root } from './root.tsx'
import { RouteError, StartError } from './route-error.tsx'
import { type Tab, type TabName, tabNames, tabs } from './tabs.ts'

/** A title that is evaluated when it is shown, once the page's language has loaded. */
const titled = (title: () => string) => ({
  get title() {
    return title()
  },
})

const root = createRootRouteWithContext<AppContext>()({
  beforeLoad: async ({ context }) => ({ environment: await loadEnvironment(context) }),
  component: Root,
  errorComponent: StartError,
})

// The first page that most people see: loading it lazily would cost another round trip.
const authPages = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: AuthLayout,
})

const login = createRoute({
  getParentRoute: () => authPages,
  path: '/login',
  staticData: titled(() => t.login),
  beforeLoad: leaveIfSignedIn,
  component: LoginScreen,
})

const invite = createRoute({
  getParentRoute: () => authPages,
  path: '/user-invite',
  staticData: titled(() => t.invitationConfirmation),
  beforeLoad: (entry) => enter('anonymous', entry),
  component: lazyPage(() => import('../features/user-invite/invite-screen.tsx'), 'InviteScreen'),
})

const registrationPages = {
  getParentRoute: () => authPages,
  beforeLoad: (entry: Entry) => enter('registration', entry),
}

const register = createRoute({
  ...registrationPages,
  path: '/register',
  staticData: titled(() => t.register),
  component: lazyPage(() => import('../features/register/register-screen.tsx'), 'RegisterScreen'),
})

const registerComplete = createRoute({
  ...registrationPages,
  path: '/register-complete',
  staticData: titled(() => t.registrationSuccess),
  component: lazyPage(() => import('../features/register/register-complete-screen.tsx'), 'RegisterCompleteScreen'),
})

const registerConfirm = createRoute({
  ...registrationPages,
  path: '/register-confirm',
  staticData: titled(() => t.registrationConfirmation),
  component: lazyPage(() => import('../features/user-invite/registration-screen.tsx'), 'RegistrationScreen'),
})

const resetPassword = createRoute({
  getParentRoute: () => authPages,
  path: '/reset-password',
  staticData: titled(() => t.resetPassword),
  beforeLoad: (entry) => enter('anonymous', entry),
  component: lazyPage(() => import('../features/user-invite/reset-screen.tsx'), 'ResetScreen'),
})

/** The consent page for clients, which redirect people here; has the same frame as the login page. */
const consent = createRoute({
  getParentRoute: () => authPages,
  path: '/consent',
  staticData: titled(() => t.connectAClient),
  beforeLoad: (entry) => enter('signed-in', entry),
  component: lazyPage(() => import('../features/consent/consent-screen.tsx'), 'ConsentScreen'),
})

/** The page for devices on which signing in is not possible. */
const device = createRoute({
  getParentRoute: () => authPages,
  path: '/device',
  staticData: titled(() => t.connectADevice),
  beforeLoad: (entry) => enter('signed-in', entry),
  component: lazyPage(() => import('../features/consent/device-screen.tsx'), 'DeviceScreen'),
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  beforeLoad: async ({ context, preload }) => {
    if (preload) return
    const elsewhere = await signOut(context)
    throw elsewhere === null ? redirect({ to: '/login', replace: true }) : redirect({ href: elsewhere, replace: true })
  },
})

/** For everyone, and without a frame: when it is shown, nothing else may be used. */
const licenceExpired = createRoute({
  getParentRoute: () => root,
  path: '/license-expired',
  staticData: titled(() => t.subscriptionExpired),
  component: lazyPage(() => import('../features/licence/licence-expired-screen.tsx'), 'LicenceExpiredScreen'),
})

const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: lazyPage(() => import('./frame/frame.tsx'), 'Frame'),
})

const launchpad = createRoute({
  getParentRoute: () => framed,
  path: '/launchpad',
  staticData: titled(() => t.launchpad),
  beforeLoad: (entry) => enter('launchpad', entry),
  component: lazyPage(() => import('../features/launchpad/launchpad-screen.tsx'), 'LaunchpadScreen'),
})

const profile = createRoute({
  getParentRoute: () => framed,
  path: '/profile',
  staticData: titled(() => t.profile),
  beforeLoad: (entry) => enter('signed-in', entry),
  component: lazyPage(() => import('../features/profile/profile-screen.tsx'), 'ProfileScreen'),
})

/** The layout of the tabs that show the contents of a service. */
const explorer = createRoute({
  getParentRoute: () => framed,
  id: 'explorer',
  component: lazyPage(() => import('../widgets/explorer/explorer-screen.tsx'), 'ExplorerScreen'),
})

/** The roles that can access something in a service: part of the explorer, for people who see roles. */
const access = createRoute({
  getParentRoute: () => explorer,
  path: '/access/$id',
  staticData: {
    title: t.access,
    tab: 'roles',
  },
  beforeLoad: (entry) => enterTab('roles', 'system-admin', entry),
  component: lazyPage(() => import('../features/access/access-screen.tsx'), 'AccessScreen'),
})

/** Redirects unknown addresses to the start page. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ context }) => {
    const user = context.session.current()
    throw redirect({ to: user ? landingFor(user, context.environment) : '/login', replace: true })
  },
})

function tabRoute(name: TabName, tab: Tab, screen: NonNullable<Tab['screen']>) {
  const guard = tab.systemAdmin ? 'system-admin' : 'admin-area'
  const list = createRoute({
    getParentRoute: () => (tab.explorer ? explorer : framed),
    path: tab.path,
    staticData: {
      get title() {
        return tab.title
      },
      tab: name,
      ...(tab.nameIn && { nameIn: tab.nameIn }),
    },
    validateSearch: (raw: Record<string, unknown>) => ({ ...raw, ...tab.search?.(raw) }),
    beforeLoad: (entry) => {
      // Guards need the code of the screen. A failure is shown when the screen itself is loaded.
      screen().catch(() => {})
      return enterTab(name, guard, entry)
    },
    // Not awaited: the first page of the list is fetched while its code loads.
    loader: ({ context, cause, location }) => {
      const plain = typeof tab.list === 'function' ? tab.list(context.environment) : tab.list
      const query =
        cause === 'enter' && plain ? firstPageQuery(plain, readListSearch(parseQuery(location.searchStr))) : null
      if (query) void context.queryClient.prefetchQuery(query)
    },
    component: lazyPage(async () => ({ Screen: await screen() }), 'Screen'),
  })
  // The list's screen shows an existing or new record over the list: `$id` only makes it part of the address.
  return list.addChildren([
    createRoute({ getParentRoute: () => list, path: '$id' }),
    ...(tab.deep ? [createRoute({ getParentRoute: () => list, path: '$id/$entry' })] : []),
    ...(tab.deep === 'parts'
      ? [
          createRoute({ getParentRoute: () => list, path: '$id/$entry/$table' }),
          createRoute({ getParentRoute: () => list, path: '$id/$entry/$table/$part' }),
          createRoute({ getParentRoute: () => list, path: '$id/$entry/$table/$part/$item' }),
        ]
      : []),
  ])
}

const tabRoutes = (inExplorer: boolean) =>
  tabNames.flatMap((name) => {
    const { screen, explorer: within = false } = tabs[name]
    return screen && within === inExplorer ? [tabRoute(name, tabs[name], screen)] : []
  })

const routeTree = root.addChildren([
  authPages.addChildren([login, invite, resetPassword, register, registerComplete, registerConfirm, consent, device]),
  logout,
  licenceExpired,
  framed.addChildren([launchpad, profile, explorer.addChildren([access, ...tabRoutes(true)]), ...tabRoutes(false)]),
  elsewhere,
])

/** Creates the router for the whole console; tests pass a history in memory. */
export function createConsoleRouter(context: AppContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    basepath: basePath || '/',
    parseSearch: parseQuery,
    stringifySearch: printQuery,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: Pending,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the document. */
    title?: string
    tab?: TabName
    /** The name of what is open, if it is in the address: shown before the title. */
    nameIn?: NonNullable<Tab['nameIn']>
  }
}

/**
 * Ends the session at the instance and in the console; in the console it ends whatever the response. Returns the URL at which the browser
 * has to sign out of the external provider, too, or `null`.
 */
async function signOut({ session }: AppContext): Promise<string | null> {
  const user = session.current()
  if (!user) return null
  const path = user.is_sys_admin ? 'system/admin/session' : 'user/session'
  // An invalid token or an unavailable instance must not prevent signing out in the console.
  const answer = await send<{ logout_url?: unknown }>({ verb: 'DELETE', path }).catch(() => null)
  session.signOut()
  const address = answer?.data?.logout_url
  return webAddress(typeof address === 'string' ? address : null)
}
