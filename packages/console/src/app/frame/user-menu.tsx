import { IconAdjustments, IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { StoredUser } from '../../instance/session.ts'
import { chooseLanguage, isLanguage, language, languages } from '../../language/language.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { t } from './messages.ts'
import styles from './user-menu.module.css'

export const InstanceSettings = lazy(() =>
  import('../../features/instance-settings/instance-settings.tsx').then((module) => ({
    default: module.InstanceSettings,
  })),
)

export function UserMenu({ user }: { user: StoredUser }) {
  const navigate = useNavigate()
  const [settingsOpen, setSettingsOpen] = useState(false)
  const name = user.name || user.email
  const items: MenuEntry[] = [
    { kind: 'heading', label: user.email },
    { label: t.profile, icon: <IconUser />, href: '/profile', onSelect: () => void navigate({ to: '/profile' }) },
    ...(user.is_sys_admin
      ? [{ label: t.instanceSettings, icon: <IconAdjustments />, onSelect: () => setSettingsOpen(true) }]
      : []),
    { kind: 'separator', id: 'languages' },
    ...Object.entries(languages).flatMap(([name, label]): MenuEntry[] =>
      isLanguage(name)
        ? [{ kind: 'check', label, checked: name === language(), onChange: () => chooseLanguage(name) }]
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
            <span className={styles.name}>{name}</span>
            <IconChevronDown aria-hidden="true" />
          </button>
        )}
      />
      {settingsOpen ? (
        <Suspense fallback={null}>
          <InstanceSettings onClose={() => setSettingsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** At most two letters that stand for a name. */
function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  const [first, ...rest] = words
  return [first, rest.at(-1)]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
