import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { serviceQuery } from '../../widgets/service-select/find-services.ts'
import { t } from './messages.ts'

/** Marks an event whose service is inactive, so that the event never occurs. Renders nothing if that is unknown. */
export function ServiceState({ event }: { event: string }) {
  const name = event.split('.')[0] ?? ''
  const { data: service } = useQuery(serviceQuery(name))
  if (!service?.inactive) return null
  return (
    <Tooltip text={t.inactiveServiceNote}>
      <span>
        <Badge tone="warning">{t.serviceInactive}</Badge>
      </span>
    </Tooltip>
  )
}
