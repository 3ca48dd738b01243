import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { classNames } from '../../ui/class-names.ts'
import icons from '../../ui/icon.module.css'
import { Text } from '../../ui/text.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { tabIcons } from '../tab-icons.tsx'
import { inOneGroup, opening } from '../tabs.ts'
import { useVisibleTabs } from '../use-visible-tabs.ts'
import nav from './nav-link.module.css'
import styles from './tab-links.module.css'

/** Links to the person's tabs. Choosing the current one reloads it. */
export function TabLinks({ narrow = false }: { narrow?: boolean }) {
  const tabs = useVisibleTabs()
  const router = useRouter()
  const { pathname } = useLocation()
  const environment = useEnvironment()
  const has = (feature: string) => hasFeature(environment, feature)
  return (
    <ul className={styles.list}>
      {tabs.map((tab, index) => {
        const before = tabs[index - 1]
        const current = pathname === tab.path || pathname.startsWith(`${tab.path}/`)
        const link = (
          <Link
            {...opening(tab, has)}
            className={classNames(nav.link, styles.link)}
            aria-current={current ? 'page' : undefined}
            onClick={() => {
              if (current) void router.invalidate()
            }}
          >
            <span className={icons.icon} aria-hidden="true">
              {tabIcons[tab.name]}
            </span>
            {narrow ? (
              <VisuallyHidden>{tab.title}</VisuallyHidden>
            ) : (
              <Text as="span" truncate>
                {tab.title}
              </Text>
            )}
          </Link>
        )
        return (
          <li key={tab.name} className={before && !inOneGroup(before.name, tab.name) ? styles.apart : undefined}>
            {narrow ? (
              <Tooltip text={tab.title} describes={false}>
                {link}
              </Tooltip>
            ) : (
              link
            )}
          </li>
        )
      })}
    </ul>
  )
}
