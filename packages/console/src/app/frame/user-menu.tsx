import { IconAdjustments, IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { basePath } from '../../instance/base-path.ts'
import type { StoredSession } from '../../instance/session.ts'
import { isLanguage, language, languages } from '../../language/language.ts'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import room from '../../ui/room.module.css'
import { t } from './messages.ts'
import styles from './user-menu.module.css'

export const LazyInstanceSettings = lazy(() =>
  import('../../features/instance-settings/instance-settings.tsx').then((module) => ({
    default: module.InstanceSettings,
  })),
)

const keeping = () => import('./keep-language.ts')

export function UserMenu({ user }: { user: StoredSession }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  /** The language when the page was loaded: a later change would remount the page and lose input. */
  const [theirs] = useState(user.language)
  useEffect(() => {
    if (theirs && theirs !== language()) void keeping().then((module) => module.applyProfileLanguage(theirs))
  }, [theirs])
  const [settingsOpen, setSettingsOpen] = useState(false)
  const name = user.name || user.email
  const items: MenuEntry[] = [
    { kind: 'heading', label: user.email },
    {
      label: t.profile,
      icon: <IconUser />,
      href: `${basePath}/profile`,
      onSelect: () => void navigate({ to: '/profile' }),
    },
    ...(user.is_sys_admin
      ? [{ label: t.instanceSettings, icon: <IconAdjustments />, onSelect: () => setSettingsOpen(true) }]
      : []),
    { kind: 'separator', id: 'languages' },
    ...Object.entries(languages).flatMap(([name, label]): MenuEntry[] =>
      isLanguage(name)
        ? [
            {
              kind: 'check',
              label,
              checked: name === language(),
              onChange: () => void keeping().then((module) => module.saveLanguage(queryClient, name)),
            },
          ]
        : [],
    ),
    { kind: 'separator', id: 'end' },
    { label: t.logout, icon: <IconLogout />, onSelect: () => void navigate({ to: '/logout' }) },
  ]
  return (
    <>
      <Menu
        label={t.yourAccount}
        align="end"
        items={items}
        trigger={(props) => (
          <button {...props} type="button" className={styles.trigger} aria-label={t.yourAccount2({ name })}>
            <span className={styles.initials} data-initials={initials(name)} aria-hidden="true" />
            <span className={classNames(styles.name, room.from768)}>{name}</span>
            <IconChevronDown className={room.from768} aria-hidden="true" />
          </button>
        )}
      />
      {settingsOpen ? (
        <Suspense fallback={null}>
          <LazyInstanceSettings onClose={() => setSettingsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Returns up to two initials. */
function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  const [first, ...rest] = words
  return [first, rest.at(-1)]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
