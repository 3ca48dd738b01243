import { useUser } from '../../instance/browser-session.ts'
import { currentSettings } from '../../instance/current-settings.ts'
import { hasAdminApp, useEnvironment } from '../../instance/environment.ts'
import { webAddress } from '../../instance/web-address.ts'
import { tabNames, tabs } from '../tabs.ts'
import { t } from './messages.ts'

export interface Place {
  label: string
  to: string
  external?: boolean
  isCurrent: (pathname: string) => boolean
}

const tabPaths = [...tabNames.map((name) => tabs[name].path), '/access']
const under = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Returns the areas of the console that the person may enter, in the order of the top bar. */
export function usePlaces(): Place[] {
  const user = useUser()
  const environment = useEnvironment()
  const subscribeUrl = webAddress(currentSettings().subscribeUrl)
  const places: (Place | false)[] = [
    subscribeUrl !== null &&
      environment.platform !== undefined && {
        label: t.subscribe,
        to: subscribeUrl,
        external: true,
        isCurrent: () => false,
      },
    (environment.apps?.length ?? 0) > 0 && {
      label: t.launchpad,
      to: '/launchpad',
      isCurrent: (pathname) => under(pathname, '/launchpad'),
    },
    hasAdminApp(environment) && {
      label: t.admin,
      to: '/home',
      isCurrent: (pathname) => tabPaths.some((path) => under(pathname, path)),
    },
    user === null && { label: t.login, to: '/login', isCurrent: (pathname) => under(pathname, '/login') },
    user === null &&
      environment.authentication?.allow_open_registration === true && {
        label: t.register,
        to: '/register',
        isCurrent: (pathname) => pathname.startsWith('/register'),
      },
  ]
  return places.filter((place) => place !== false)
}
