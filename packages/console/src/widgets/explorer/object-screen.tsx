import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { tablesQuery } from '../../instance/service-tables.ts'
import { classNames } from '../../ui/class-names.ts'
import look from '../../ui/tab-row.module.css'
import { Screen } from '../list/list-screen/screen.tsx'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import styles from './explorer.module.css'
import { type ExplorerPlace, type Pane, panesOf, type ServiceKind } from './explorer-place.ts'
import { t } from './messages.ts'

interface ObjectScreenProps {
  place: ExplorerPlace
  of: ServiceKind
  /** Label of the service. */
  service: string
  pane: Pane
  /** Content after the title, on the same line. */
  beside?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** A pane of a service or one of its objects, with the name as title and links to its other panes. */
export function ObjectScreen({ place, of, service, pane, beside, aside, children }: ObjectScreenProps) {
  const tabs = useOpenTabs()
  const { data: tables } = useQuery({ ...tablesQuery(place.service), enabled: place.kind === 'table' })
  const table = tables?.find(({ name, recordsName }) => (pane === 'structure' ? name : recordsName) === place.name)
  const own = table ? { ...place, name: table.recordsName } : place
  // A table is stored once it is known to exist.
  const opened = place.kind === 'table' && !table ? '' : JSON.stringify({ ...own, inDatabase: table?.name })
  useEffect(() => void import('./recent-places.ts').then((recent) => recent.rememberPlace(opened)), [opened])
  const panes = panesOf(own, of, tabs, table?.name)
  const whole: ExplorerPlace = { service: place.service, kind: 'service', name: '' }
  const above = panesOf(whole, of, tabs).find((one) => one.pane === pane)
  const lastName = place.kind === 'folder' ? (place.name.split('/').at(-1) ?? '') : place.name
  return (
    <Screen
      title={place.kind === 'service' ? service : lastName}
      above={
        place.kind === 'service' || place.kind === 'folder' || !above ? null : (
          <>
            <Link {...above.address} preload={false} className={styles.above}>
              {service}
            </Link>
            <IconChevronRight size={16} color="var(--text-faint)" aria-hidden="true" />
          </>
        )
      }
      beside={beside}
      aside={aside}
    >
      <nav
        className={classNames(look.tabs, styles.panes)}
        aria-label={t.servicePanes({ service: lastName || service })}
      >
        {panes.map(({ pane: one, label, address }) => (
          <Link
            key={one}
            {...address}
            preload={false}
            className={look.tab}
            activeProps={{}}
            aria-current={one === pane ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Screen>
  )
}
