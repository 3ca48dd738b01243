import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { serviceQuery } from '../../widgets/service-select/find-services.ts'
import { t } from './messages.ts'

/** A mark where the service of an event is inactive, so that the event never happens; nothing where nobody can tell. */
export function ServiceState({ event }: { event: string }) {
  const name = event.split('.')[0] ?? ''
  const { data: service } = useQuery(serviceQuery(name))
  if (!service?.inactive) return null
  return (
    <Tooltip text={t.requestsToAnInactiveService}>
      <span>
        <Badge tone="warning">{t.serviceInactive}</Badge>
      </span>
    </Tooltip>
  )
}
