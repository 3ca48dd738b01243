import type { LimitUse } from '@millwright/contract/records/limit'
import { IconRotate } from '@tabler/icons-react'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { number } from '../../language/format.ts'
import { notify } from '../../notifications/notify.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Row } from '../../ui/layout.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { serviceSource } from '../../widgets/pickers/service-select/service-source.ts'
import { type ColumnOf, idOf, type ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { roleSource, userSource } from '../../widgets/records/record-picker/record-source.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { type LimitRecord, limitLabels, limitRelations } from './limit-draft.ts'
import { unmatchedRecordReason } from './limit-reach.ts'
import { cachedCounters, clearCounters, type LimitCounters, percentOf, singleCounter, usesQuery } from './limit-use.ts'
import { periodUnit, typeText } from './limit-words.ts'
import { limitMessages } from './messages.ts'
import styles from './use-bar.module.css'

type ListedLimit = LimitRecord & { readonly [field: string]: unknown }

export function limitName({ name, id }: LimitRecord): string {
  return name || limitMessages.limitId({ id: String(id) })
}

const columnsOf = (
  queryClient: QueryClient,
): readonly ColumnOf<'system/limit', ListedLimit, 'limit_cache_by_limit_id'>[] => [
  { field: 'id', label: 'ID', kind: 'number', width: 48 },
  { field: 'name', label: limitMessages.limitName, kind: 'text', width: 176, grow: true, narrow: true, link: true },
  { field: 'type', label: limitMessages.limitType, kind: 'text', width: 176, text: ({ type }) => typeText(type ?? '') },
  { field: 'rate', label: limitMessages.limitRate, kind: 'number', width: 124, text: rateText },
  {
    field: 'limit_cache_by_limit_id',
    label: limitMessages.limitCounter,
    kind: 'text',
    width: 140,
    narrow: true,
    filterable: false,
    sortValue: (limit) => usedPart(cachedCounters(queryClient, limit)),
    text: counterText,
    render: (limit) => (limit.id === undefined ? null : <LimitCounter limit={{ ...limit, id: limit.id }} />),
  },
  { field: 'user_id', label: tabWords.user, kind: 'text', width: 104, filterable: false, text: userText },
  { field: 'service_id', label: tabWords.service, kind: 'text', width: 80, filterable: false, text: serviceText },
  { field: 'role_id', label: tabWords.role, kind: 'text', width: 72, filterable: false, text: roleText },
  {
    field: 'is_active',
    label: tabWords.active,
    kind: 'boolean',
    width: 80,
    text: activeText,
    render: noEffect,
  },
  { field: 'endpoint', label: limitMessages.endpoint, kind: 'text', width: 180, mono: true, hidden: true },
  {
    field: 'verb',
    label: tabWords.verb,
    kind: 'text',
    width: 80,
    hidden: true,
    text: ({ verb }) => verb ?? limitMessages.any,
  },
  { field: 'description', label: tabWords.description, kind: 'text', width: 240, hidden: true },
  { field: 'created_date', label: limitMessages.createdDate, kind: 'date', width: 130, hidden: true },
  { field: 'last_modified_date', label: tabWords.modified, kind: 'date', width: 130, hidden: true },
]

function rateText({ rate, period }: ListedLimit): string {
  return limitMessages.ratePer({
    rate: typeof rate === 'number' ? number(rate) : '',
    unit: periodUnit(period),
    period: period ?? '',
  })
}

function usedPart(uses: LimitCounters | null): number | null {
  const use = singleCounter(uses)
  return use && percentOf(use)
}

function counterText({ limit_cache_by_limit_id: uses }: ListedLimit): string {
  const use = singleCounter(uses)
  return use ? `${number(use.attempts)} / ${number(use.max)}` : ''
}

function userText({ user_id: id, user_by_user_id: user }: ListedLimit): string {
  return user?.name || idText(id)
}

function serviceText({ service_id: id, service_by_service_id: service }: ListedLimit): string {
  return service?.name || idText(id)
}

function roleText({ role_id: id, role_by_role_id: role }: ListedLimit): string {
  return role?.name || idText(id)
}

function idText(id: number | null | undefined): string {
  return id === null || id === undefined ? '' : `#${id}`
}

function activeText({ is_active: active }: ListedLimit): string {
  return active === false ? tabWords.inactive : tabWords.active
}

/** Shows why an active limit has no effect. */
function noEffect(limit: ListedLimit) {
  const why = limit.is_active === false ? null : unmatchedRecordReason(limit)
  if (why === null) return undefined
  return (
    <Tooltip text={why}>
      <span>
        <Badge tone="warning">{limitMessages.noEffect}</Badge>
      </span>
    </Tooltip>
  )
}

/** Declares the list of the Limits tab. */
export function limitsList(queryClient: QueryClient): ListDeclaration<ListedLimit> {
  return {
    collection: 'limit',
    path: '/limits',
    one: limitMessages.limit,
    many: limitMessages.limits,
    nameOf: limitName,
    columns: columnsOf(queryClient),
    filters: [
      { field: 'user_id', label: limitLabels.user_id, kind: 'record', source: userSource },
      { field: 'service_id', label: limitLabels.service_id, kind: 'record', source: serviceSource() },
      { field: 'role_id', label: limitLabels.role_id, kind: 'record', source: roleSource },
    ],
    searchFields: ['name', 'description'],
    related: limitRelations,
    messages: limitMessages,
    returnHomeOn: 'any-refusal',
    bulkFields: [{ field: 'is_active', label: tabWords.active, kind: 'boolean' }],
    bulkActions: [
      {
        label: limitMessages.resetCounters,
        icon: <IconRotate />,
        question: limitMessages.clearMany,
        doing: limitMessages.resettingCounters,
        done: limitMessages.clearedMany,
        run: (ids) => clearCounters(queryClient, ids),
      },
    ],
    create: { label: commonWords.create, first: limitMessages.createFirst },
    canDuplicate: true,
    rowActions: [{ label: limitMessages.resetCounter, run: (limit) => void clearOne(queryClient, limit) }],
  }
}

/** Resets one limit after confirmation. */
export async function clearOne(queryClient: QueryClient, limit: LimitRecord & { readonly [field: string]: unknown }) {
  const done = await confirm({
    title: limitMessages.clearOne({ name: limitName(limit) }),
    action: limitMessages.resetCounter,
    run: () => clearCounters(queryClient, [idOf(limit)]),
  })
  if (done) notify({ type: 'success', title: limitMessages.module, text: limitMessages.clearedOne })
}

/** The current counter of a limit in the list. A limit on each user has no single one. */
function LimitCounter({ limit }: { limit: LimitRecord & { readonly id: number } }) {
  const known = limit.limit_cache_by_limit_id ?? []
  const counts = known.length <= 1
  const { data } = useQuery({ ...usesQuery(limit.id, known), enabled: counts })
  const use = singleCounter(data)
  return use ? <UsageBar use={use} label={limitMessages.counterTitle({ name: limitName(limit) })} /> : null
}

/** The usage of a counter: green, yellow from three quarters, red from nine tenths, and always as a number. */
export function UsageBar({ use, label }: { use: Pick<LimitUse, 'attempts' | 'max'>; label: string }) {
  const percent = percentOf(use)
  return (
    <Row as="span" gap={2} shrink>
      <span role="img" aria-label={`${label}: ${use.attempts} / ${use.max}`} className={styles.track}>
        <span className={classNames(styles.fill, styles[levelOf(percent)])} style={{ '--used': `${percent}%` }} />
      </span>
      <span className={styles.figures} aria-hidden="true">
        {number(use.attempts)} / {number(use.max)}
      </span>
    </Row>
  )
}

type UseLevel = 'low' | 'high' | 'full'

function levelOf(percent: number): UseLevel {
  if (percent >= 90) return 'full'
  return percent >= 75 ? 'high' : 'low'
}
