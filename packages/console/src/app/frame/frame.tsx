import { IconHelp, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { currentSettings } from '../../instance/current-settings.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { instanceProfileQuery } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import room from '../../ui/room.module.css'
import { useStoredChoice } from '../../ui/use-stored-choice.ts'
import { InstanceStripe } from '../../widgets/connection/instance-mark/instance-mark.tsx'
import { useHasTransfers } from '../../widgets/files/transfers/start-transfer.ts'
import { useIsBehindPanel } from '../../widgets/form/editor-frame/open-panels.ts'
import { OpenTabs } from '../../widgets/records/open-tabs/open-tabs.ts'
import { commonWords } from '../../words/messages.ts'
import { useGuidePage } from '../guide-page.ts'
import { lacksRootAdmin } from '../navigation.ts'
import { usePermissions } from '../permissions.ts'
import { useVisibleTabs } from '../use-visible-tabs.ts'
import styles from './frame.module.css'
import { t } from './messages.ts'
import nav from './nav-link.module.css'
import { PaletteHost } from './palette-host.tsx'
import { PlaceLinks } from './place-links.tsx'
import { TabLinks } from './tab-links.tsx'
import { TopBar } from './top-bar.tsx'

/** The tabs beside the page. Can be collapsed to icons. */
function SideBar() {
  const [width, setWidth] = useStoredChoice('millwright.side-bar', ['wide', 'narrow'], 'wide')
  const narrow = width === 'narrow'
  return (
    <div className={classNames(styles.bar, room.from992, narrow && styles.narrow)} inert={useIsBehindPanel()}>
      <nav aria-label={t.tabs}>
        <TabLinks narrow={narrow} />
      </nav>
      <nav aria-label={t.help} className={styles.foot}>
        <IconButton
          size="small"
          label={narrow ? t.expandSidebar : t.collapseSidebar}
          icon={narrow ? <IconLayoutSidebarLeftExpand /> : <IconLayoutSidebarLeftCollapse />}
          onClick={() => setWidth(narrow ? 'wide' : 'narrow')}
        />
        <IconLink label={t.pageGuide} icon={<IconHelp />} href={useGuidePage()} />
      </nav>
    </div>
  )
}

const LicenceNotice = lazy(() => import('./licence-notice.tsx').then((module) => ({ default: module.LicenceNotice })))
const TransferPanel = lazy(() =>
  import('../../widgets/files/transfers/transfer-panel.tsx').then((module) => ({ default: module.TransferPanel })),
)

/** The layout of pages for signed-in people: top bar, side bar on the tabs, and the page. */
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
        {t.skipToContent}
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
  const permissions = usePermissions()
  const environment = useEnvironment()
  const missing = permissions !== null && lacksRootAdmin(permissions, environment)
  useEffect(() => {
    if (missing) notify({ type: 'error', title: t.admins, text: t.noRootAdmin, tag: 'root-admin' })
  }, [missing])
}

/** The navigation of narrow windows. Closes on navigation. */
function Flyout({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.navigation}
      size="flyout"
      footer={
        <Button wide onClick={onClose}>
          {commonWords.cancel}
        </Button>
      }
    >
      <nav aria-label={t.tabs}>
        <TabLinks />
      </nav>
      <nav aria-label={t.places} className={styles.places}>
        <PlaceLinks filled />
        <a className={nav.link} href={useGuidePage()} target="_blank" rel="noopener">
          {t.pageGuide}
        </a>
      </nav>
    </Dialog>
  )
}
