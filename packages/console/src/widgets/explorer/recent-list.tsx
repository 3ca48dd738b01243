import { IconFolder, IconMathFunction, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import look from '../pickers/service-select/service-list.module.css'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import { type Pane, panesOf } from './explorer-place.ts'
import { t } from './messages.ts'
import { recentPlaces } from './recent-places.ts'

/** Maximum number of links. */
const most = 4
const icons = { table: IconTable, procedure: IconMathFunction, function: IconMathFunction, folder: IconFolder }

interface RecentListProps {
  pane: Pane
  /** The services that the user can access there. */
  services: readonly { readonly name: string; readonly label?: string | null }[]
}

/** Links to what the user opened last that has a pane, ahead of all services. Renders nothing before the first. */
export function RecentList({ pane, services }: RecentListProps) {
  const [places] = useState(recentPlaces)
  const tabs = useOpenTabs()
  const links = places.flatMap((place) => {
    const service = services.find(({ name }) => name === place.service)
    const of = place.kind === 'folder' ? 'files' : 'database'
    const found = service && panesOf(place, of, tabs, place.inDatabase).find((one) => one.pane === pane)
    return found ? [{ ...place, label: service.label || service.name, ...found.address }] : []
  })
  if (links.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-label={t.lastOpened}>
      <Text as="h2" size="sm" weight="medium" tone="muted">
        {t.lastOpened}
      </Text>
      <ul className={look.list}>
        {links.slice(0, most).map(({ service, kind, name, label, to, search }) => {
          const Icon = icons[kind]
          return (
            <li key={`${service}/${kind}/${name}`}>
              <Link to={to} search={search} preload={false} className={look.row}>
                <Icon size={16} color="var(--text-muted)" aria-hidden="true" />
                <Text as="span" shrink truncate>
                  {kind === 'folder' ? name.split('/').at(-1) : name}
                </Text>{' '}
                <Text as="span" tone="muted" size="sm" shrink truncate>
                  {label}
                </Text>
              </Link>
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}
