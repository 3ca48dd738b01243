import type { AccessSubject, AccessUsage } from '@millwright/contract/wire/usage'
import { Badge } from '../../../ui/badge.tsx'
import { exactTime, parseWireDate, relativeTime } from '../../../ui/dates.ts'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import type {
  AdditionalData,
  Column,
  FilterColumn,
  ListDeclaration,
  WireRecord,
} from '../../records/list-declaration/declaration.ts'
import { type KnownUse, readAccessUsage } from './access-usage.ts'
import { t } from './messages.ts'
import { choices, conditionOf, isTruncated, lastUseParams, truncatedLabel } from './use-filter.ts'

interface UseParts {
  readonly subject: AccessSubject
  /** Usage loaded in advance: of all records, for servers that cannot return selected ones. */
  readonly known: KnownUse
  /** Whether the server filters by use itself. */
  readonly byServer: boolean
  /** Whether the server can return the usage of selected records. */
  readonly byPage: boolean
}

type Used = { readonly use?: Partial<AccessUsage>; readonly last_used?: string | null }

/** Adds a column and a filter for last use to a list. */
export function withLastUsed<R extends WireRecord>(
  declaration: ListDeclaration<R>,
  { subject, known, byServer, byPage }: UseParts,
): ListDeclaration<R> {
  const { columns, filters = [] } = declaration
  const offered = Object.entries(choices).filter(([value]) => value !== 'unreferenced' || subject === 'role')
  const filter: FilterColumn = {
    field: 'use',
    label: t.use,
    kind: 'choice',
    options: offered.map(([value, label]) => ({
      value,
      label: !byServer && isTruncated(value, known, Date.now()) ? truncatedLabel(label) : label,
    })),
    condition: (value) => conditionOf(value, known, Date.now()),
    ...(byServer && { params: lastUseParams }),
  }
  const column: Column<R> = {
    field: 'last_used',
    label: t.lastUsed,
    kind: 'text',
    width: subject === 'role' ? 220 : 150,
    filterable: false,
    sortValue: (record) => usedOf(record).last_used ?? '0000',
    text: (record) => lastUsedText(usedOf(record).use),
    render: (record) => <LastUsedCell use={usedOf(record).use} />,
  }
  const beside: AdditionalData = {
    key: 'access-usage',
    read: async (ids, signal) => {
      const { byId } = byPage ? await readAccessUsage(subject, signal, { ids: ids.join(',') }) : known
      return new Map(ids.map((id) => [id, fieldsOf(byId.get(Number(id)))]))
    },
  }
  return { ...declaration, beside, filters: [...filters, filter], columns: afterActive(columns, column) }
}

/** Fields added to each record. */
const fieldsOf = (use: Partial<AccessUsage> = {}): Used => ({ use, last_used: use.last_used_at ?? null })

const usedOf = (record: WireRecord): Used => record

function afterActive<R>(columns: readonly Column<R>[], column: Column<R>): readonly Column<R>[] {
  const at = columns.findIndex(({ field }) => field === 'is_active')
  return columns.toSpliced(at < 0 ? columns.length : at + 1, 0, column)
}

type Use = Partial<AccessUsage>

/** When something was last used, with remarks. Renders nothing until that is known. */
function LastUsedCell({ use }: { use: Use | undefined }) {
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
function lastUsedText(use: Use | undefined): string {
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
