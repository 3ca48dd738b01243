import type { AccessUsage } from '@millwright/contract/wire/usage'
import { Badge } from '../../ui/badge.tsx'
import { exactTime, parseWireDate, relativeTime } from '../../ui/dates.ts'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'

type Use = Partial<AccessUsage>

/** When something was used last, and what somebody has to know about that. */
export function LastUsedCell({ use }: { use: Use | undefined }) {
  const last = parseWireDate(use?.last_used_at ?? '')
  return (
    <Row as="span" gap={2} title={useDetails(use)}>
      <Text as="span" {...((last === null || use?.stale) && { tone: 'muted' as const })}>
        {last === null ? 'Never' : relativeTime(last, new Date())}
      </Text>
      {use?.disabled_but_attempted ? <Badge tone="warning">Still tried</Badge> : null}
      {use?.role_unreferenced ? <Badge>Assigned nowhere</Badge> : null}
    </Row>
  )
}

/** The same for a copy and for a file. */
export function lastUsedText(use: Use | undefined): string {
  const last = parseWireDate(use?.last_used_at ?? '')
  return last === null ? 'Never' : last.toISOString()
}

/** The exact times, the last service and what came of it, line by line. */
function useDetails(use: Use | undefined): string {
  const last = parseWireDate(use?.last_used_at ?? '')
  const denied = parseWireDate(use?.last_denied_at ?? '')
  const service = use?.last_service ? ` (${use.last_service}, ${use.last_status ?? 'no status'})` : ''
  return [
    last === null ? 'Never used since counting started' : `Used ${exactTime(last)}${service}`,
    denied === null ? '' : `Refused ${exactTime(denied)}`,
    typeof use?.requests_30d === 'number' ? `${use.requests_30d} requests in 30 days` : '',
  ]
    .filter(Boolean)
    .join('\n')
}
