import { IconFolder, IconMathFunction, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { isFullAdmin } from '../../instance/session.ts'
import { classNames } from '../../ui/class-names.ts'
import entry from '../../ui/entry.module.css'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { usageQuery } from '../charts/usage/usage-query.ts'
import look from '../pickers/service-select/service-list.module.css'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import { type Pane, panesOf } from './explorer-place.ts'
import { t } from './messages.ts'
import { type RecentPlace, recentPlaces } from './recent-places.ts'

/** Maximum number of links. */
const most = 4
const icons = { table: IconTable, procedure: IconMathFunction, function: IconMathFunction, folder: IconFolder }

interface RecentListProps {
  pane: Pane
  /** The services that the user can access there. */
  services: readonly { readonly name: string; readonly label?: string | null }[]
}

/** Links to what the user opened last that has a pane, ahead of all services; before the first, to the tables that are used most. */
export function RecentList({ pane, services }: RecentListProps) {
  const [opened] = useState(recentPlaces)
  const tabs = useOpenTabs()
  const linksTo = (places: readonly RecentPlace[]) =>
    places.flatMap((place) => {
      const service = services.find(({ name }) => name === place.service)
      const of = place.kind === 'folder' ? 'files' : 'database'
      const found = service && panesOf(place, of, tabs, place.inDatabase).find((one) => one.pane === pane)
      return found ? [{ ...place, label: service.label || service.name, ...found.address }] : []
    })
  const recent = linksTo(opened)
  const used = useUsedTables(recent.length === 0)
  const links = recent.length > 0 ? recent : linksTo(used)
  const title = recent.length > 0 ? t.lastOpened : t.mostUsed
  if (links.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <Text as="h2" size="sm" weight="medium" tone="muted">
        {title}
      </Text>
      <ul className={look.list}>
        {links.slice(0, most).map(({ service, kind, name, label, to, search }) => {
          const Icon = icons[kind]
          return (
            <li key={`${service}/${kind}/${name}`}>
              <Link to={to} search={search} preload={false} className={classNames(entry.entry, entry.inset, look.row)}>
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

/** Resources that are asked for: records and lists of a table are separate ones. */
const limit = 50

/** The tables that were requested most in the last 30 days; none where that is not counted, or not for this person to know. */
function useUsedTables(enabled: boolean): readonly RecentPlace[] {
  const user = useUser()
  const isCounted = hasFeature(useEnvironment(), 'usage')
  const { data } = useQuery({
    ...usageQuery({ of: { own: 0 }, range: { kind: 'last', last: '30d' }, by: 'resource', top: limit }),
    enabled: enabled && isCounted && isFullAdmin(user),
    refetchInterval: false,
  })
  return tablesIn((data?.meta.groups ?? []).map(({ group }) => group ?? ''))
}

/** The tables among resources such as `db/_table/orders/{id}`, in their order. */
function tablesIn(resources: readonly string[]): readonly RecentPlace[] {
  const found = resources.flatMap((resource) => {
    const [, service, name] = /^([^/]+)\/_table\/([^/]+)(?:\/|$)/.exec(resource) ?? []
    return service === undefined || name === undefined ? [] : [[`${service}/${name}`, { service, name }] as const]
  })
  return [...new Map(found).values()].map(({ service, name }) => ({ service, kind: 'table', name }))
}
