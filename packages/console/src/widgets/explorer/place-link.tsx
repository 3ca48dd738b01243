import { IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { iconLink } from '../../ui/icon-link.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import { panesOf, placeOfRule } from './explorer-place.ts'
import { t } from './messages.ts'
import { useExplorerServices } from './use-explorer-services.ts'

interface PlaceLinkProps {
  /** `null` if none is selected, or for all services. */
  service: string | null
  component: string
}

/** Links to the table, folder or service of a rule or limit. Renders nothing if the user cannot see a tab that shows it. */
export function PlaceLink({ service, component }: PlaceLinkProps) {
  const { services } = useExplorerServices()
  const tabs = useOpenTabs()
  const place = placeOfRule(service, component)
  const of = services.find(({ name }) => name === place?.service)?.of
  const address = place === null || of === undefined ? undefined : panesOf(place, of, tabs)[0]?.address
  if (place === null || address === undefined) return null
  const label = t.openPlace({ place: place.name || place.service })
  return (
    <Tooltip text={label} describes={false}>
      <Link to={address.to} search={address.search} preload={false} className={iconLink} aria-label={label}>
        <IconArrowUpRight />
      </Link>
    </Tooltip>
  )
}
