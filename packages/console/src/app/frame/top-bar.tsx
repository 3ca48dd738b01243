import { IconDeviceDesktop, IconLock, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { currentSettings } from '../../instance/current-settings.ts'
import { useInstanceProfile } from '../../instance/instance-profile.ts'
import { chooseTheme, type Theme, useTheme } from '../../theme/theme.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Row, Space } from '../../ui/layout.tsx'
import room from '../../ui/room.module.css'
import { Text } from '../../ui/text.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { InstanceMark } from '../../widgets/connection/instance-mark/instance-mark.tsx'
import { t } from './messages.ts'
import { PlaceLinks } from './place-links.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

const NotificationBell = lazy(() =>
  import('./notification-bell.tsx').then((module) => ({ default: module.NotificationBell })),
)

interface TopBarProps {
  onMenu: () => void
  onSearch: () => void
}

export function TopBar({ onMenu, onSearch }: TopBarProps) {
  const user = useUser()
  const { readOnly } = useInstanceProfile()
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home}>
        <InstanceMark />
        <VisuallyHidden>{t.goToHome}</VisuallyHidden>
      </Link>
      {readOnly ? (
        <Tooltip text={t.readOnlyHelp}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keyboard */}
          <span tabIndex={0} className={styles.locked}>
            <Badge tone="warning">
              <IconLock size={12} aria-hidden="true" /> <span className={room.seenFrom640}>{t.readOnly}</span>
            </Badge>
          </span>
        </Tooltip>
      ) : null}
      {user ? (
        <button type="button" className={styles.search} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <IconSearch aria-hidden="true" />
          <Text as="span" truncate grow className={room.seenFrom640}>
            {t.searchPlaceholder}
          </Text>
          <Row as="span" align="stretch" className={room.from640} aria-hidden="true">
            <Kbd drawn keys={[modifierKey(), 'K']} />
          </Row>
        </button>
      ) : (
        <Space />
      )}
      {currentSettings().notificationsUrl ? (
        <Suspense fallback={<span className={styles.bell} />}>
          <NotificationBell waiting={<span className={styles.bell} />} />
        </Suspense>
      ) : null}
      <nav className={classNames(styles.places, room.from992)} aria-label={t.places}>
        <PlaceLinks />
      </nav>
      <ThemeSwitch />
      {user ? <UserMenu user={user} /> : null}
      <span className={styles.menu}>
        <IconButton label={t.openNavigation} icon={<IconMenu2 />} aria-haspopup="dialog" onClick={onMenu} />
      </span>
    </header>
  )
}

/** Name of the modifier key for shortcuts on this computer. */
function modifierKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : t.ctrlKey
}

const following = {
  system: {
    icon: <IconDeviceDesktop />,
    label: t.themeSystem,
    next: 'light',
  },
  light: {
    icon: <IconSun />,
    label: t.themeLight,
    next: 'dark',
  },
  dark: {
    icon: <IconMoon />,
    label: t.themeDark,
    next: 'system',
  },
} as const satisfies Record<Theme, object>

/** Cycles through the three themes. */
function ThemeSwitch() {
  const { icon, label, next } = following[useTheme()]
  return <IconButton label={label} icon={icon} onClick={() => chooseTheme(next)} />
}
