import type { AccessUsage } from '@millwright/contract/wire/usage'
import { Badge } from '../../ui/badge.tsx'
import { exactTime, parseWireDate, relativeTime } from '../../ui/dates.ts'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { t } from './messages.ts'

type Use = Partial<AccessUsage>

/** When something was last used, with remarks. Renders nothing until that is known. */
export function LastUsedCell({ use }: { use: Use | undefined }) {
  if (use === undefined) return null
  const last = parseWireDate(use.last_used_at ?? '')
  return (
    <Row as="span" gap={2} title={detailsOf(use)}>
      <Text as="span" {...((last === null || use.stale) && { tone: 'muted' as const })}>
        {last === null ? t.never : relativeTime(last, new Date())}
      </Text>
      {use.disabled_but_attempted ? <Badge tone="warning">{t.stillTried}</Badge> : null}
      {use.role_unreferenced ? <Badge>{t.assignedNowhere}</Badge> : null}
    </Row>
  )
}

/** When something was last used as text, for copying and exporting. */
export function lastUsedText(use: Use | undefined): string {
  if (use === undefined) return ''
  const last = parseWireDate(use.last_used_at ?? '')
  return last === null ? t.never : last.toISOString()
}

/** The exact times, the last service and its result, one per line. */
function detailsOf(use: Use): string {
  const last = parseWireDate(use.last_used_at ?? '')
  const denied = parseWireDate(use.last_denied_at ?? '')
  return [
    last === null ? t.neverUsedCounted : usedText(exactTime(last), use),
    denied === null ? '' : t.refused({ time: exactTime(denied) }),
    typeof use.requests_30d === 'number' ? t.requestsIn30Days({ count: use.requests_30d }) : '',
  ]
    .filter(Boolean)
    .join('\n')
}

function usedText(time: string, use: Use): string {
  if (!use.last_service) return t.used({ time })
  return t.usedRequest({
    time,
    service: use.last_service,
    status: use.last_status ? String(use.last_status) : t.noStatus,
  })
}
