import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { currentSettings } from '../../instance/current-settings.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { instanceProfileQuery } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { InstanceStripe } from '../../widgets/instance-mark/instance-mark.tsx'
import { OpenTabs } from '../../widgets/open-tabs/open-tabs.ts'
import { useHasTransfers } from '../../widgets/transfers/start-transfer.ts'
import { lacksRootAdmin, noRootAdmin } from '../navigation.ts'
import { useStanding } from '../standing.ts'
import { useVisibleTabs } from '../use-visible-tabs.ts'
import { Flyout } from './flyout.tsx'
import styles from './frame.module.css'
import { PaletteHost } from './palette-host.tsx'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'

const LicenceNotice = lazy(() => import('./licence-notice.tsx').then((module) => ({ default: module.LicenceNotice })))
const TransferPanel = lazy(() =>
  import('../../widgets/transfers/transfer-panel.tsx').then((module) => ({ default: module.TransferPanel })),
)

/** Around every page for people who are signed in: top bar, side bar on the tabs, and the page. */
export function Frame() {
  const onTab = useMatches({ select: (matches) => matches.some((match) => match.staticData.tab !== undefined) })
  const { pathname } = useLocation()
  const [flyoutAt, setFlyoutAt] = useState<string | null>(null)
  const [searching, setSearching] = useState(false)
  useRootAdminWarning()
  useQuery({ ...instanceProfileQuery, enabled: useUser()?.is_sys_admin ?? false })

  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <InstanceStripe />
      <TopBar onMenu={() => setFlyoutAt(pathname)} onSearch={() => setSearching(true)} />
      {currentSettings().licenseUrl ? (
        <Suspense fallback={null}>
          <LicenceNotice />
        </Suspense>
      ) : null}
      <div className={styles.below}>
        {onTab ? <SideBar /> : null}
        <main id="main" tabIndex={-1} className={styles.main}>
          <OpenTabs value={useVisibleTabs()}>
            <Outlet />
          </OpenTabs>
        </main>
      </div>
      <Flyout open={flyoutAt === pathname} onClose={() => setFlyoutAt(null)} />
      {useHasTransfers() ? (
        <Suspense fallback={null}>
          <TransferPanel />
        </Suspense>
      ) : null}
      <PaletteHost open={searching} onOpen={setSearching} />
    </div>
  )
}

function useRootAdminWarning(): void {
  const standing = useStanding()
  const environment = useEnvironment()
  const missing = standing !== null && lacksRootAdmin(standing, environment)
  useEffect(() => {
    if (missing) notify({ type: 'error', title: 'Admins', text: noRootAdmin, tag: 'root-admin' })
  }, [missing])
}
